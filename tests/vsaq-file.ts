/**
 * A whole questionnaire in VSAQ’s format, in words of our own: nested blocks, every kind of item, conditions,
 * comments, joined strings, markup, and what only people of its sender’s site see.
 */
export const VSAQ_FILE = String.raw`
// A questionnaire of this project's own, in the format of VSAQ.
// "Quotes" and {braces} in a comment are no part of it.

{
  "version": 1,
  "questionnaire": [
    {
      "type": "block",
      "text": "Hosting &amp; Operations",
      "items": [
        {
          "type": "block",
          "text": "Options",
          "items": [
            {"type": "info", "text": "Which of these describe the project?"},
            {
              "type": "checkgroup",
              "id": "options",
              "defaultChoice": false,
              "choices": [
                {"req_sensitive": "<b>Sensitive data</b> &mdash; it handles personal data."},
                {"req_remote": "<b>Remote access</b>: it works on the customer&#39;s systems."}
              ]
            }
          ]
        },
        {
          "type": "block",
          "id": "block_site",
          "text": "Offices",
          "items": [
            {"type": "info", "text": "<b>Why we ask:</b> offices are harder to protect than data centers."},
            {
              "type": "radiogroup",
              "id": "site_shared",
              "text": "Do you share your offices with <i>other</i> companies?",
              "defaultChoice": false,
              "choices": [
                {"site_shared_yes": "Yes, with others."},
                {"site_shared_no": "No, they are ours alone."},
                {"site_none": "We don't have offices."}
              ]
            },
            {
              "type": "box",
              "id": "site_apart",
              "cond": "site_shared_yes",
              "text": "How is your part kept apart?"
            },
            {
              "type": "tip",
              "id": "warn_site_shared",
              "cond": "site_shared_yes || site_none",
              "text": "Shared rooms need a lock of your own.",
              "warn": "yes",
              "severity": "medium",
              "name": "Shared offices",
              "why": "If others can't get in, please explain below:"
            },
            {
              "type": "tip",
              "id": "tip_site",
              "cond": "site_none",
              "text": "Then the next section matters more."
            },
            {
              "type": "checkgroup",
              "cond": "!site_none",
              "text": "Select what protects <i>all</i> of your offices:",
              "defaultChoice": false,
              "choices": [
                {"site_guards": "Guards"},
                {"site_cards": "Cards that open doors (e.g., swipe cards)"}
              ]
            },
            {
              "type": "checkgroup",
              "cond": "!site_none",
              "defaultChoice": false,
              "choices": [{"site_fire": "A fire alarm"}, {"site_water": "A water alarm"}]
            },
            {
              "type": "tip",
              "id": "warn_site_cards",
              "cond": "(site_shared_no || site_shared_yes) && !site_cards",
              "text": "Keys are hard to revoke.",
              "warn": "yes",
              "why": "How do you take keys back?",
              "severity": "high"
            },
            {
              "type": "tip",
              "id": "warn_no_fire",
              "cond": "!site_fire",
              "text": "A fire alarm is expected.",
              "warn": "yes",
              "why": "Why is there none?"
            }
          ]
        },
        {
          "type": "block",
          "id": "block_tls",
          "text": "Encryption",
          "cond": "!req_remote",
          "items": [
            {
              "type": "yesno",
              "id": "tls_all",
              "text": "<p>Is <code>https://</code> used everywhere?</p>" +
                      "<p>Redirects from <code>http://</code> are fine.</p>",
              "yes": "Yes, everywhere",
              "no": "Not everywhere"
            },
            {
              "type": "tip",
              "id": "warn_tls",
              "cond": "tls_all/no",
              "text": "Unencrypted traffic can be read.",
              "warn": "yes",
              "why": "Where is it not used, and why?"
            },
            {"type": "block", "text": "", "cond": "tls_all/yes", "items": [
              {"type": "line", "id": "tls_versions", "text": "Which versions of TLS do you accept?",
               "placeholder": "TLS 1.3", "maxlength": 100, "required": true},
              {
                "type": "radiogroup",
                "text": "How often do you review them?",
                "defaultChoice": true,
                "choices": [{"tls_review_year": "Each year"}, {"tls_review_often": "More often"}]
              }
            ]},
            {"type": "spacer"},
            {"type": "info", "text": "Who holds the keys?"},
            {"type": "radio", "id": "keys_us", "text": "We do"},
            {"type": "radio", "id": "keys_cloud", "text": "Our cloud provider does"},
            {"type": "radio", "id": "keys_site", "text": "The site says so", "auth": "admin"},
            {"type": "radio", "id": "keys_sender", "text": "Chosen by the sender", "auth": "readonly"}
          ]
        },
        {
          "type": "block",
          "text": "For the sender",
          "auth": "admin",
          "items": [
            {"type": "box", "id": "admin_notes", "text": "Notes of the sender"},
            {"type": "tip", "id": "admin_tip", "cond": "tls_all/no", "text": "Look closer.", "why": "Why?"}
          ]
        },
        {
          "type": "block",
          "text": "End",
          "items": [
            {"type": "line", "id": "ticket", "text": "Our ticket", "auth": "readonly"},
            {"type": "line", "id": "tracking", "text": "Tracking", "className": "vsaq-invisible"},
            {"type": "upload", "id": "diagram", "text": "A diagram of your network"},
            {"type": "tip", "id": "warn_block", "cond": "block_tls", "text": "Say more.", "why": "What else?"},
            {"type": "check", "id": "declared", "text": "I declare that all of this is true."}
          ]
        }
      ]
    }
  ]
}
`;
