/**
 * The two texts that a company can begin its NDA with. They are plain starting points, not legal
 * advice.
 */
export interface NdaText {
  key: "mutual" | "one-way";
  /** As the choice calls it. */
  label: string;
  title: string;
  /** Markdown, with the company's name filled in. */
  body: string;
}

/** Both texts with a company's name in them. */
export function ndaTexts(company: string): readonly NdaText[] {
  const name = escaped(company);
  return [
    {
      key: "mutual",
      label: "Mutual",
      title: "Mutual Non-Disclosure Agreement",
      body: mutual(name),
    },
    {
      key: "one-way",
      label: "One-way",
      title: "Non-Disclosure Agreement",
      body: oneWay(name),
    },
  ];
}

/** A name is a name in Markdown, too. */
function escaped(name: string): string {
  return name.replace(/[\\`*_{}[\]<>#+!|~]/g, "\\$&");
}

function mutual(name: string): string {
  return `This agreement is between **${name}** and the organization on whose behalf you sign. Each of them may share confidential information with the other. The one that shares it is the “Discloser”. The one that receives it is the “Recipient”.

1. **Purpose.** The parties share information to assess each other’s security, privacy and compliance. It helps them decide whether to start or continue working together.

2. **Confidential information.** Everything that a Discloser shares for this purpose, in any form, if it is marked as confidential or a reasonable person would consider it confidential. Audit reports, test results, policies and diagrams are confidential without a mark.

3. **What is not confidential.** Information that is public without a breach of this agreement. Information that the Recipient already had, lawfully received from elsewhere, or developed on its own.

4. **Use.** The Recipient uses confidential information for the purpose alone.

5. **Care.** The Recipient protects it as it protects its own confidential information, and with no less than reasonable care.

6. **Who may see it.** Employees and professional advisers of the Recipient who need it for the purpose and are bound to confidentiality. The Recipient answers for them.

7. **Legal duty.** Where law or an authority requires disclosure, the Recipient tells the Discloser in advance if it may. It discloses no more than it must.

8. **Return.** When the Discloser asks, the Recipient returns or destroys confidential information. Copies that law or ordinary backups require may stay, and stay confidential.

9. **No other rights.** Sharing gives no license and no warranty, and obliges no one to do business.

10. **Time.** This agreement covers what is shared within two years of your signature. Its duties last three years from each disclosure. For trade secrets, they last as long as the information is secret.

11. **General.** This is the whole agreement about confidentiality between the parties for this purpose. Changes are made in writing. If a part of it is invalid, the rest stays.`;
}

function oneWay(name: string): string {
  return `**${name}** gives you access to confidential information. By signing, the organization on whose behalf you sign (the “Recipient”) agrees to the following.

1. **Purpose.** The Recipient receives the information to assess the security, privacy and compliance of ${name}. It helps the Recipient decide whether to start or continue working with ${name}.

2. **Confidential information.** Everything in this trust center that is not public. Also everything else that ${name} shares for this purpose and that a reasonable person would consider confidential.

3. **What is not confidential.** Information that is public without a breach of this agreement. Information that the Recipient already had, lawfully received from elsewhere, or developed on its own.

4. **Use and care.** The Recipient uses the information for the purpose alone, and protects it with no less than reasonable care. Documents and their watermarks stay as they are.

5. **Who may see it.** Employees and professional advisers of the Recipient who need it for the purpose and are bound to confidentiality. The Recipient answers for them.

6. **Legal duty.** Where law or an authority requires disclosure, the Recipient tells ${name} in advance if it may. It discloses no more than it must.

7. **Return.** When ${name} asks, the Recipient destroys the information. Copies that law or ordinary backups require may stay, and stay confidential.

8. **No other rights.** ${name} gives no license and no warranty with the information.

9. **Time.** The duties of the Recipient last three years from the day it received the information. For trade secrets, they last as long as the information is secret.

10. **General.** Changes to this agreement are made in writing. If a part of it is invalid, the rest stays.`;
}

/** The words of the NDA that the specification gives. */

export const SIGN_BUTTON = "Sign NDA";
/** The form was sent; and the text that was read is not in force any more. */
export const SIGNED = "You have signed the NDA. We have emailed you the signed copy.";
export const TEXT_CHANGED =
  "The text has changed since you opened this page. Please read the new one below and sign that.";

export const DOWNLOAD_BUTTON = "Download NDA";
export const NDA_DOWNLOAD_FAILED = "Failed to download NDA. Please contact support.";

/** The query by which the NDA's page also welcomes somebody who signs in for the first time. */
export const FIRST_TIME = { first: "true" } as const;
