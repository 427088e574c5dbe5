import type { Domain } from "../question.ts";

/**
 * Of 1,281 questions that eight strangers asked, those that were answered wrongly or beside the question at first. Some
 * still are: which kinds, the decision record on certain answers says.
 */
export const TRAIN_STRANGERS: readonly Domain[] = [
  {
    id: "T-STRANGERS",
    title: "Asked by strangers",
    answered: [
      ["have you ever been breached?", "no", ["faq:breach-history"], ["no."]],
      ["do staff sign NDAs?", "yes", ["item:InternalPractices.confidentiality", "control:hr-02"]],
      ["which AI model do you use?", null, ["item:Ai.aiModels"], ["open weights"]],
      [
        "Is the restoration of backups tested, and how often does that take place?",
        "yes",
        ["faq:backups", "item:BusinessContinuity.backupRestore", "control:bcm-01"],
        ["month"],
      ],
      [
        "In which countries is customer data stored and processed?",
        null,
        ["item:DataSecurity.dataLocation", "faq:data-location"],
        ["germany", "frankfurt"],
      ],
      [
        "How long do you keep backups after we delete a document?",
        null,
        ["item:ProductFeatures.dataDeletion"],
        ["recycle bin"],
      ],
      [
        "Do you have a SOC 2 Type II report we can get?",
        "yes",
        ["faq:soc2", "item:Reports.soc2"],
        ["request access"],
      ],
      ["Do you have a SOC 2 Type II report?", "yes", ["faq:soc2"], ["yes, every year"]],
      ["is MFA mandatory for staff?", "yes", ["item:AccessControl.internalMfa", "control:ac-04"]],
      [
        "Do you enforce multi-factor authentication for all staff who reach production systems?",
        "yes",
        ["item:AccessControl.internalMfa", "control:ac-04"],
      ],
      ["is SSO on every plan?", "yes", ["faq:sso"], ["every plan"]],
      [
        "how often do you deploy?",
        null,
        ["item:ChangeConfigurationManagement.changeManagement"],
        ["160"],
      ],
      [
        "What is your recovery point objective?",
        null,
        ["item:RiskProfile.recoveryPoint", "item:BusinessContinuity.rpo"],
        ["1 hour. contractual", "at most 1 hour"],
      ],
      [
        "how do you handle deletion requests?",
        null,
        ["item:DataPrivacy.dataSubjectRequests"],
        ["request"],
      ],
      ["are you SOC 2 Type II?", "yes", ["faq:soc2"], ["yes, every year"]],
      [
        "Do you keep backups in a second geographic region?",
        "partly",
        ["item:DataSecurity.dataLocation"],
        ["leipzig"],
      ],
      [
        "How do you check the security of your subprocessors each year?",
        null,
        ["item:RiskManagement.subprocessorReview"],
        ["audit reports"],
      ],
      [
        "How long does the model provider keep our prompts?",
        null,
        ["item:Ai.aiDataIsolation", "faq:ai-training"],
        ["no copy", "in memory"],
      ],
      [
        "Are you certified against ISO 27001 for the whole company?",
        "yes",
        ["faq:iso27001", "item:Certifications.iso27001"],
        ["all offices"],
      ],
      [
        "Who approves a request for privileged access?",
        null,
        ["item:AccessControl.privilegedAccess"],
        ["second person"],
      ],
      [
        "What is your incident response process?",
        null,
        ["item:IncidentResponse.incidentResponsePlan", "control:inc-01"],
      ],
      [
        "When does your current SOC 2 report period end?",
        null,
        ["item:Reports.soc2"],
        ["30 september 2026"],
      ],
    ],
    unanswered: [
      "minimum password length for our users?",
      "What are the password rules for our users?",
      "have you ever missed your RPO?",
      "How soon must we tell you if we find a breach?",
      "What happens if we object and you keep the subprocessor?",
      "What happens when we object to a new subprocessor?",
      "Do you have the same contract terms with your subprocessors?",
      "how fast is access revoked after SCIM deprovisioning?",
      "how long does break-glass access last?",
      "who can change firewall rules?",
      "does AI make decisions about people?",
      "Who reviews the access of the reviewers in your company?",
      "Are backup copies encrypted with a different key from the live data?",
      "do you offer security training to customers?",
      "Do you provide security training to our users?",
      "do your vendors audit you?",
      "can individual users opt out of AI?",
      "Are your office networks segmented from the production environment that processes our customer data?",
      "Is the production network segmented from your corporate office network?",
    ],
  },
];
