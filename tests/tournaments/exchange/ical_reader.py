"""A strict reader of iCalendar text, written from RFC 5545 and knowing nothing of our writer."""

import re
from dataclasses import dataclass, field

NAME = re.compile(r"([A-Z0-9-]+)((?:;[A-Z0-9-]+=[^:;\"]+)*):(.*)", re.DOTALL)


@dataclass
class Component:
    kind: str
    properties: dict[str, str] = field(default_factory=dict)
    parts: list["Component"] = field(default_factory=list)

    def text(self, name: str) -> str:
        """The value of a TEXT property without its escapes; a lone one is an error."""
        value = self.properties[name]
        assert re.fullmatch(r"(?:[^\\;,]|\\[\\;,nN])*", value), value
        return re.sub(r"\\(.)", lambda match: "\n" if match[1] in "nN" else match[1], value)


def read(text: str) -> Component:
    data = text.encode()
    assert data.endswith(b"\r\n")
    lines = data.split(b"\r\n")[:-1]
    for line in lines:
        assert len(line) <= 75, line
        assert not set(line) & (set(range(32)) - {9}), line
        line.decode()  # no character is cut in two
    unfolded = data.replace(b"\r\n ", b"").replace(b"\r\n\t", b"").decode()
    root = Component("")
    stack = [root]
    for line in unfolded.split("\r\n")[:-1]:
        match = NAME.fullmatch(line)
        assert match, line
        name, _parameters, value = match.groups()
        if name == "BEGIN":
            stack.append(Component(value))
            stack[-2].parts.append(stack[-1])
        elif name == "END":
            assert stack.pop().kind == value
        else:
            assert name not in stack[-1].properties, f"{name} twice"
            stack[-1].properties[name] = value
    assert stack == [root]
    (calendar,) = root.parts
    assert calendar.kind == "VCALENDAR"
    assert {"VERSION", "PRODID"} <= calendar.properties.keys()
    for event in calendar.parts:
        assert event.kind == "VEVENT"
        assert {"UID", "DTSTAMP", "DTSTART"} <= event.properties.keys()
        for alarm in event.parts:
            assert alarm.kind == "VALARM"
            assert {"ACTION", "TRIGGER", "DESCRIPTION"} == alarm.properties.keys()
    return calendar
