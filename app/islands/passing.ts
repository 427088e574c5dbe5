/** A notice that passes: it goes after its time, unless somebody is reading it with pointer or keyboard. */
function watch(): void {
  for (const notice of document.querySelectorAll<HTMLElement>("[data-passes-after]")) {
    const wait = Number(notice.dataset.passesAfter);
    const leave = () => {
      if (notice.matches(":hover, :focus-within")) setTimeout(leave, 1_000);
      else notice.hidden = true;
    };
    setTimeout(leave, wait);
  }
}

watch();

export {};
