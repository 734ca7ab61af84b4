"""Italian: the day without a leading zero and without its weekday, so that dates fit the line and any sentence."""

DATE_FORMAT = "j F Y"
DATETIME_FORMAT = "j F Y, H:i"
