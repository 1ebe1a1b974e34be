"""Agents reach apps through 'cleanslate mcp', as the reference client of the Model Context Protocol does in each of its
modes. The client checks each answer against the protocol's schema. Run it after 'swift build':

    python -m pip install -r Tests/Agents/requirements.txt && python -m pytest Tests/Agents
"""

import asyncio
import contextlib
import pathlib

import pytest

REASON = "mcp is not installed; in a virtual environment: pip install -r Tests/Agents/requirements.txt"
mcp = pytest.importorskip("mcp", reason=REASON)

TOOL = pathlib.Path(__file__).resolve().parents[2] / ".build/debug/cleanslate"
MODES = ["auto", "legacy", "2026-07-28"]


@pytest.fixture(params=MODES)
def agent(request, tmp_path):
    """Opens a client. Its apps are listed where no other finds them."""
    def connect(**variables):
        variables = {"XDG_STATE_HOME": str(tmp_path)} | variables
        server = mcp.StdioServerParameters(command=str(TOOL), args=["mcp"], env=variables)
        return mcp.Client(server, mode=request.param, read_timeout_seconds=120)
    return connect


@contextlib.asynccontextmanager
async def shop(client, **arguments):
    """An app that has started; its handle is the first word of the answer."""
    answer = await call(client, "start", name="SampleShop", **arguments)
    handle = answer.split()[0]
    try:
        yield handle
    finally:
        await call(client, "stop", app=handle)


async def call(client, tool, fails=False, **arguments):
    result = await client.call_tool(tool, arguments)
    text = "\n".join(content.text for content in result.content)
    assert result.is_error == fails, text
    return text


def test_tools(agent):
    """A client drops all tools over fields that it does not know, so a tool has a name, a text and a plain schema."""
    async def run():
        async with agent() as client:
            tools = (await client.list_tools()).tools
            names = [tool.name for tool in tools]
            assert names == ["start", "screen", "act", "reset", "world", "look", "test", "stop"]
            for tool in tools:
                assert tool.description and tool.input_schema["type"] == "object"
                assert set(tool.model_dump(exclude_none=True)) == {"name", "description", "input_schema"}
    asyncio.run(run())


def test_journey(agent):
    async def run():
        async with agent() as client, shop(client, **{"from": "fullBasket"}) as handle:
            assert "#checkout" in await call(client, "screen", app=handle)
            assert "- " in await call(client, "act", app=handle, steps=[["tap", "remove-voucher"]])
            assert "Voucher WELCOME10" not in await call(client, "screen", app=handle)
            assert "clean" in (await call(client, "reset", app=handle)).lower()
            assert "Voucher WELCOME10" in await call(client, "screen", app=handle)
    asyncio.run(run())


def test_mistakes(agent):
    """What an agent can mend is an answer with advice; what the protocol knows as wrong is an error of the protocol."""
    async def run():
        async with agent() as client, shop(client, **{"from": "fullBasket"}) as handle:
            wrong = await call(client, "act", fails=True, app=handle, steps=[["tap", "chekout"]])
            assert 'Nearest: "checkout"' in wrong
            assert "has no argument" in await call(client, "start", fails=True, product="SampleShop")
            with pytest.raises(mcp.MCPError, match="There is no tool"):
                await client.call_tool("accept", {})
    asyncio.run(run())


def test_two_agents(agent):
    """Each has an app of its own, and sees that of the other."""
    async def run():
        async with agent() as one, agent() as other, shop(one) as first, shop(other) as second:
            assert first != second
            apps = await call(other, "look", at=[["apps"]])
            assert first in apps and second in apps
            assert await call(one, "screen", app=first) == await call(other, "screen", app=second)
    asyncio.run(run())


def test_cancelled(agent):
    """A call that its client gives up does not hold up the next one, here for an hour."""
    async def run():
        async with agent() as client, shop(client) as handle:
            wait = ["wait", "nothing-of-the-kind", "--timeout", "3600"]
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.5):
                    await client.call_tool("act", {"app": handle, "steps": [wait]})
            assert "screen" in await call(client, "screen", app=handle)
    asyncio.run(run())
