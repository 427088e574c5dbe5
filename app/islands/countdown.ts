/** A button that is for later says in how many seconds, and waits for them. */
for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-wait-seconds]")) {
  const label = button.textContent;
  const end = Date.now() + Number(button.dataset.waitSeconds) * 1_000;
  const tick = () => {
    const left = Math.ceil((end - Date.now()) / 1_000);
    button.disabled = left > 0;
    button.textContent = left > 0 ? `${label} in ${left} s` : label;
    if (left > 0) setTimeout(tick, 1_000);
  };
  tick();
}
