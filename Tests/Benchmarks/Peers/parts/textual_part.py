"""Textual: a new app in the test's own process, driven by its pilot, without a terminal."""

import asyncio
from importlib.metadata import version

from part import serve
from textual.app import App
from textual.widgets import Button, Static


class Onboarding(App):
    step = 0

    def compose(self):
        yield Static("Welcome", id="headline")
        yield Button("Continue", id="continue")

    def on_button_pressed(self):
        self.step += 1
        self.query_one("#headline", Static).update(f"Step {self.step}")


async def journey():
    app = Onboarding()
    async with app.run_test() as pilot:
        await pilot.click("#continue")
        return str(app.query_one("#headline", Static).content)


with asyncio.Runner() as runner:
    serve(version("textual"), {"new app": lambda: runner.run(journey())})
