"""Completion in shells: scripts that know the commands, their options and the keys of all systems."""

from __future__ import annotations

from perfectplay.cli.commands import COMMANDS
from perfectplay.cli.program import parser
from perfectplay.questions import names
from perfectplay.registry import keys

BASH = """\
_perfectplay() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} options=
    COMPREPLY=()
    if (( COMP_CWORD == 1 )); then
        COMPREPLY=($(compgen -W "{commands}" -- "$word"))
        return
    fi
    case ${{COMP_WORDS[1]}} in
{cases}
    esac
    if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$word"))
    elif (( COMP_CWORD == 2 )) && [[ " {keyed} " == *" ${{COMP_WORDS[1]}} "* ]]; then
        COMPREPLY=($(compgen -W "{keys}" -- "$word"))
    else
        COMPREPLY=($(compgen -f -- "$word"))
    fi
}}
complete -o filenames -F _perfectplay perfectplay"""


def script(shell: str) -> str:
    """The script for a shell to read: ``eval "$(perfectplay completion bash)"``."""
    _, commands = parser()
    options = {name: sorted(_options(command)) for name, command in commands.items()}
    keyed = [name for name in commands if name in names() or COMMANDS[name].instance or COMMANDS[name].keyed]
    if shell == "fish":
        lines = ["complete -c perfectplay -n __fish_use_subcommand -f -a '" + " ".join(commands) + "'"]
        for name, known in options.items():
            lines += [
                f"complete -c perfectplay -n '__fish_seen_subcommand_from {name}' -l {option[2:]}" for option in known
            ]
        seen = f"__fish_seen_subcommand_from {' '.join(keyed)}"
        lines.append(f"complete -c perfectplay -n '{seen}' -a '{' '.join(keys())}'")
        return "\n".join(lines)
    cases = "\n".join(f"        {name}) options='{' '.join(known)}' ;;" for name, known in options.items())
    text = BASH.format(commands=" ".join(commands), cases=cases, keyed=" ".join(keyed), keys=" ".join(keys()))
    return text if shell == "bash" else f"autoload -U +X bashcompinit && bashcompinit\n{text}"


def _options(command: object) -> set[str]:
    from argparse import ArgumentParser

    assert isinstance(command, ArgumentParser)
    return {word for action in command._actions for word in action.option_strings if word.startswith("--")}
