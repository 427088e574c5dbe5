/**
 * A form that a device answers: asks it, writes down what it says, and sends the form. Without an
 * answer the form stays, and says so beside its button.
 */
export async function answer(form: HTMLFormElement): Promise<void> {
  const { options, optionsAt } = form.dataset;
  const field = form.elements.namedItem("credential") as HTMLInputElement;
  const say = (text: string) => {
    const note = form.querySelector("[role=status]");
    if (note !== null) note.textContent = text;
  };
  say("");
  const api = window.PublicKeyCredential;
  if (!api?.parseRequestOptionsFromJSON)
    return say("This browser can’t use passkeys. Use another one, or your password.");
  try {
    const made =
      options === undefined
        ? navigator.credentials.get({
            publicKey: api.parseRequestOptionsFromJSON(await optionsFrom(optionsAt ?? "")),
          })
        : navigator.credentials.create({
            publicKey: api.parseCreationOptionsFromJSON(JSON.parse(options)),
          });
    field.value = JSON.stringify(await made);
    form.submit();
  } catch (error) {
    say(
      (error as Error).name === "InvalidStateError"
        ? "This device already has a passkey for your account."
        : "No passkey was used. Try again, or use your password.",
    );
  }
}

async function optionsFrom(address: string): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const answered = await fetch(address, { method: "POST" });
  if (!answered.ok) throw new Error(String(answered.status));
  return answered.json();
}
