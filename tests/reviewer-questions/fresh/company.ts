import type { Domain } from "../question.ts";

export const FRESH_COMPANY: readonly Domain[] = [
  {
    id: "AI",
    title: "Artificial intelligence",
    answered: [
      [
        "Could text that our people paste into the assistant end up in somebody’s training set?",
        "no",
        [
          "faq:ai-training",
          "item:Ai.modelTraining",
          "subprocessor:lumenstack",
          "document:iso-27018-certificate",
        ],
      ],
      [
        "We don’t want any generative AI for now. Is it something that has to be enabled first?",
        "yes",
        [
          "faq:ai-off",
          "item:Ai.aiUse",
          "item:Ai.aiOptOut",
          "subprocessor:lumenstack",
          "subprocessor:vectormoor",
          "update:subprocessors-acme-assist",
        ],
      ],
      [
        "Which company runs the LLM for you, and does processing remain in the EU for EU tenants?",
        null,
        [
          "item:Ai.aiModels",
          "subprocessor:lumenstack",
          "update:subprocessors-acme-assist",
          "document:data-flow-diagram",
          "document:iso-42001-certificate",
        ],
        ["Lumenstack"],
      ],
      [
        "Does any output of the AI take effect without a human having agreed to it?",
        "no",
        ["item:Ai.humanOversight", "item:Ai.promptInjection", "document:iso-42001-certificate"],
      ],
      [
        "Classification of your AI feature under Regulation (EU) 2024/1689?",
        null,
        ["item:Ai.aiImpactAssessment"],
        ["limited-risk"],
      ],
      [
        "An uploaded PDF contains hidden instructions for the model, for instance to forward other documents. Which safeguards keep the assistant from obeying them?",
        null,
        ["item:Ai.promptInjection"],
        ["fixed list", "as data", "own permissions"],
      ],
      [
        "Can a reader tell that a paragraph was machine-written?",
        "yes",
        ["item:Ai.aiTransparency", "document:iso-42001-certificate"],
      ],
      [
        "Are employees free to put our files into ChatGPT or similar tools?",
        "no",
        ["item:Ai.employeeAiUse"],
      ],
      [
        "Speichert der Modellanbieter unsere Prompts?",
        "no",
        [
          "item:Ai.aiDataIsolation",
          "faq:ai-training",
          "subprocessor:lumenstack",
          "item:Ai.modelTraining",
          "document:data-flow-diagram",
        ],
      ],
    ],
    unanswered: [
      "What hallucination rate have you measured?",
      "May we plug in our own Azure OpenAI deployment?",
      "Which two uses did the AI board refuse?",
      "Which AI products have been cleared for your own employees?",
      "Who writes the attack prompts that are run ahead of a release?",
    ],
  },
  {
    id: "ORG",
    title: "Company and contracts",
    answered: [
      [
        "Before we can create you as a supplier in our ERP system we need the full name, address and commercial register entry of the company that would sign the contract.",
        null,
        ["document:company-factsheet"],
        ["HRB", "Lindenhof"],
      ],
      [
        "Shareholder structure?",
        null,
        ["document:company-factsheet"],
        ["58 percent", "European funds"],
      ],
      [
        "Amount insured against cyber events, per claim?",
        null,
        ["item:Legal.cyberInsurance", "document:insurance-cyber-2026"],
        ["20 million", "20,000,000", "20m"],
      ],
      [
        "Give the carrier and policy number of your cyber cover.",
        null,
        ["document:insurance-cyber-2026"],
        ["Harbourline", "HM-CY"],
      ],
      [
        "Is an Article 28 contract already signed by your side available for us?",
        "yes",
        ["faq:dpa", "item:Legal.dpa", "document:dpa-2026"],
      ],
      [
        "How often did the police or secret services ask you for customer files in 2025?",
        null,
        ["item:Legal.lawEnforcement", "document:esg-report-2025", "document:iso-27018-certificate"],
        ["three requests", "three in 2025", "3, none"],
      ],
      [
        "Are financial entities offered terms that satisfy Article 30 DORA?",
        "yes",
        ["update:dora-addendum", "faq:exit-plan", "faq:onsite-audit", "questionnaires"],
        ["DORA"],
      ],
      [
        "From what value must presents from business partners be disclosed?",
        null,
        ["item:Esg.antiBribery", "document:esg-report-2025"],
        ["40 euros"],
      ],
      [
        "Wer ist der Geschäftsführer der Firma?",
        null,
        ["document:company-factsheet", "document:dpa-2026", "document:modern-slavery-statement"],
        ["Reuter"],
      ],
    ],
    unanswered: [
      "Our legal department asks up to which sum you would be liable under the contract for a loss caused by slight negligence.",
      "What was last year’s net profit?",
      "Which European funds have a stake in the business?",
      "Would you accept payment terms of 90 days?",
      "Give us the phone numbers of two banks that would act as a reference.",
    ],
  },
  {
    id: "EDU",
    title: "Accessibility, higher education and payments",
    answered: [
      [
        "For our purchasing file we need evidence of accessibility testing. Please attach the conformance report and say which VPAT edition it follows.",
        null,
        ["item:Reports.accessibilityReport", "document:vpat-2026"],
        ["2.5"],
      ],
      [
        "With what assistive technology was the user interface tried out?",
        null,
        ["document:vpat-2026", "item:Reports.accessibilityReport"],
        ["NVDA", "JAWS", "three screen readers"],
      ],
      [
        "By when will the known accessibility barriers in the process editor be gone?",
        null,
        ["document:vpat-2026"],
        ["March 2027", "27.1"],
      ],
      [
        "We’re a college. Have you already filled in the EDUCAUSE assessment toolkit?",
        "yes",
        ["item:Questionnaires.hecvat", "document:hecvat-4"],
        ["HECVAT"],
      ],
      [
        "Do primary account numbers rest anywhere on your disks?",
        "no",
        ["item:Certifications.pciDss", "subprocessor:clearmint"],
        ["never stored", "never reach"],
      ],
      [
        "Was anyone with an impairment among those who evaluated accessibility?",
        "yes",
        ["document:vpat-2026"],
        ["blind"],
      ],
      [
        "Sind Teile der Oberfläche noch nicht barrierefrei?",
        "yes",
        ["item:ProductFeatures.accessibility", "document:vpat-2026"],
        ["workflow designer"],
      ],
    ],
    unanswered: [
      "Will you sign a FERPA school official agreement?",
      "Does it plug into Canvas or Moodle over LTI?",
      "Do universities get special prices?",
      "Which screens were left out of the accessibility evaluation?",
      "Do tutorials come with sign language?",
    ],
  },
];
