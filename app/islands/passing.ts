/** A notice that passes: it goes after its time, unless somebody is at it with pointer or keyboard. */
for (const notice of document.querySelectorAll<HTMLElement>("[data-passes-after]")) {
  const leave = () => {
    if (notice.matches(":hover, :focus-within")) setTimeout(leave, 1_000);
    else notice.hidden = true;
  };
  setTimeout(leave, Number(notice.dataset.passesAfter));
}
