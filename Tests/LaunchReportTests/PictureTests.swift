import Foundation
import Testing

@testable import LaunchReports

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite("The pictures of a launch report")
struct PictureTests {
  private func findings(_ log: String = Log.onePassed) -> Findings {
    Findings(main: LabelledReport(label: "ui & more.log", report: Log.report(log)))
  }

  @Test("name and describe the chart")
  func accessible() {
    let svg = LaunchChart(findings(), limit: 5).svg
    #expect(svg.hasPrefix(#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 860 "#))
    #expect(svg.contains(#"role="img" aria-labelledby="chart-title chart-desc""#))
    #expect(svg.contains(#"<title id="chart-title">2.50 s of 4.00 s went into launching (62.5%).</title>"#))
    #expect(svg.contains(#"<desc id="chart-desc">ui &amp; more.log: 1 test, 1 run, 1 launch of 1 app. "#))
  }

  @Test("draw each bar to scale")
  func bars() {
    let svg = LaunchChart(findings(), limit: 5).svg
    #expect(svg.contains(#"<rect class="launch" x="300" y="117" width="237.5" height="16"/>"#))
    #expect(svg.contains(#"<rect class="rest" x="537.5" y="117" width="142.5" height="16"/>"#))
  }

  @Test("let nothing of a log become markup")
  func escaped() throws {
    let log = Log.onePassed.replacing("testAdds", with: #"<script>"&'"#)
    let svg = LaunchChart(findings(log), limit: 5).svg
    #expect(svg.contains("CartTests.&lt;script&gt;&quot;&amp;&#39;"))
    let page = LaunchPage(findings(log), limit: 5).html
    #expect(!page.contains("<script"))
    #expect(XMLParser(data: Data(svg.utf8)).parse())
  }

  @Test("make one page that loads nothing")
  func page() {
    let page = LaunchPage(findings(), limit: 5).html
    #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
    #expect(page.contains("default-src 'none'; style-src 'unsafe-inline'"))
    #expect(
      page.contains(
        #"<tr><th scope="row">CartTests.testAdds</th><td>1</td><td>1</td><td>2.50 s</td><td>0</td>"#
          + "<td>0 s</td><td>4.00 s</td></tr>"))
    #expect(!page.contains("src=") && !page.contains("href="))
  }

  @Test(
    "write amounts for people",
    arguments: [
      (0, "0 s"), (0.000_53, "0.53 ms"), (0.0999, "99.90 ms"), (0.1, "0.10 s"), (59.99, "59.99 s"),
      (59.996, "1 min 00.0 s"), (125.34, "2 min 05.3 s"), (3599.96, "1 h 00 min 00 s"),
      (3723, "1 h 02 min 03 s"),
    ])
  func amounts(seconds: Double, text: String) {
    #expect(Amount.time(seconds) == text)
  }

  @Test("group thousands")
  func counts() {
    #expect(Amount.count(1_234_567, "run", "runs") == "1,234,567 runs")
    #expect(Amount.count(1, "run", "runs") == "1 run")
    #expect(Amount.percent(0.299_6) == "30.0%")
  }
}
