// Tell the new account which time zone the browser keeps, so that deadlines read right from the first page.
const field = document.querySelector("form[data-time-zone] [name=time_zone]");
if (field) field.value = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
