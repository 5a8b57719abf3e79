"""Command group that loads a command only when it is called: a list of commands needs no crawler and no database."""

import gc
from importlib import import_module
from typing import Any

import click


class LazyGroup(click.Group):
    """Group of commands by their modules; `module:name` where the name in the module is not the command's."""

    def __init__(self, *arguments: Any, modules: dict[str, str], **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._modules = modules

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self._modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self._modules:
            return None
        module, _, name = self._modules[cmd_name].partition(":")
        gc.disable()  # imports create many objects and free none; the collector would take a tenth of the time
        loaded = import_module(module)
        gc.enable()
        command: click.Command = getattr(loaded, name or cmd_name.replace("-", "_"))
        return command
