"""The form of a player's own page and preferences."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from accounts.countries import COUNTRIES
from accounts.models import User
from accounts.names import display_key
from accounts.zones import zone_names

MAIL_FIELDS = ("mail_turn", "mail_offer", "mail_end", "mail_low_time", "mail_event")


if TYPE_CHECKING:
    UserModelForm = forms.ModelForm[User]
else:
    UserModelForm = forms.ModelForm


class ProfileForm(UserModelForm):
    """How a player is shown, where and in which language they read, and what they are mailed."""

    country = forms.ChoiceField(required=False, label=_("Country"))
    time_zone = forms.ChoiceField(
        label=_("Time zone"), help_text=_("All times on your pages and in mails are in this zone.")
    )
    language = forms.ChoiceField(choices=settings.LANGUAGES, label=_("Language"))

    class Meta:
        model = User
        fields = ("display_name", "country", "bio", "language", "time_zone", *MAIL_FIELDS)
        labels = {"display_name": _("Shown name"), "bio": _("About you")}
        help_texts = {"bio": _("Plain text, shown on your page. Line breaks are kept.")}
        widgets = {"bio": forms.Textarea(attrs={"rows": 4})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        by_name = sorted(COUNTRIES.items(), key=lambda item: _sort_key(str(item[1])))
        country, zone = self.fields["country"], self.fields["time_zone"]
        assert isinstance(country, forms.ChoiceField)
        assert isinstance(zone, forms.ChoiceField)
        country.choices = [("", _("not said")), *by_name]
        zone.choices = [(name, name.replace("_", " ")) for name in zone_names()]
        self.fields["display_name"].help_text = _("Leave it empty to be shown as “%(name)s”.") % {
            "name": self.instance.name
        }
        self.fields["display_name"].widget.attrs["autocomplete"] = "nickname"

    def clean_display_name(self) -> str:
        text = " ".join(str(self.cleaned_data["display_name"]).split())
        if any(unicodedata.category(letter).startswith("C") for letter in text):
            raise forms.ValidationError(_("Leave out characters that cannot be seen."))
        if text and User.objects.filter(name_key=display_key(text)).exclude(pk=self.instance.pk).exists():
            raise forms.ValidationError(
                _("Another player has this name, or one that looks like it. Add a family name or an initial.")
            )
        return text

    def mail_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in MAIL_FIELDS]


def _sort_key(text: str) -> str:
    return unicodedata.normalize("NFD", text).casefold()
