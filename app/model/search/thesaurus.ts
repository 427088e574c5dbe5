/**
 * Terms of security, privacy and compliance that mean the same, or that a reviewer uses for one
 * another: a question with one of a group is also looked up with the others. Lower case; in
 * English, and in German and French where a reviewer would ask in them. Companies add their own in
 * Settings, Search.
 *
 * A term stands in one group alone, written one way: case, accents, hyphens and plurals are the
 * matching's. What is only near is left out: a scan for vulnerabilities is no penetration test.
 */
export const THESAURUS: readonly (readonly string[])[] = [
  // Signing in and rights
  ...groups(`
    sso, single sign-on, saml, saml 2.0, oidc, openid connect, federated login,
      authentification unique, einmalanmeldung;
    mfa, 2fa, multi-factor authentication, multifactor authentication, two-factor authentication,
      two factor, multi factor, totp, zwei-faktor-authentifizierung, mehrfaktor-authentifizierung,
      double authentification, authentification multifacteur, authentification à deux facteurs;
    rbac, role-based access control, role based access, user roles,
      rollenbasierte zugriffskontrolle, contrôle d'accès basé sur les rôles;
    access control, access management, zugriffskontrolle, zugangskontrolle, contrôle d'accès,
      gestion des accès;
    least privilege, need to know, minimal rights, moindre privilège, minimale rechtevergabe;
    access review, user access review, entitlement review, recertification, access recertification,
      revue des accès, rezertifizierung;
    pam, privileged access management, privileged access, privileged accounts, comptes à privilèges,
      privilegierte konten;
    iam, identity and access management, identity management, identitätsmanagement,
      gestion des identités;
    scim, user provisioning, automatic provisioning, directory sync;
    password policy, password requirements, password rules, passwortrichtlinie, kennwortrichtlinie,
      politique de mots de passe;
    zero trust, ztna, zero trust network access;
    offboarding, employee termination, leaver process, access removal;
  `),
  // Cryptography
  ...groups(`
    encryption at rest, data at rest encryption, aes-256, disk encryption, encrypted storage,
      verschlüsselung ruhender daten, verschlüsselung im ruhezustand, chiffrement au repos;
    encryption in transit, transport encryption, tls, tls 1.2, tls 1.3, ssl, https,
      transportverschlüsselung, chiffrement en transit;
    encryption, cryptography, verschlüsselung, chiffrement, cryptographie;
    key management, kms, key management service, hsm, hardware security module, schlüsselverwaltung,
      gestion des clés;
    byok, bring your own key, customer-managed keys, cmk;
    key rotation, rotation of keys, schlüsselrotation, rotation des clés;
    secrets management, vaulting of secrets;
  `),
  // Testing and vulnerabilities
  ...groups(`
    pentest, pen test, penetration test, penetration testing, pentesting, ethical hacking,
      penetrationstest, eindringtest, test d'intrusion;
    vulnerability scanning, vulnerability scan, schwachstellenscan, analyse de vulnérabilités;
    vulnerability management, vulnerability handling, schwachstellenmanagement,
      gestion des vulnérabilités;
    patch management, patching, security updates, software updates, patchmanagement,
      gestion des correctifs;
    bug bounty, hackerone, bugcrowd, vulnerability reward, prime aux bogues;
    responsible disclosure, vulnerability disclosure, vdp, coordinated vulnerability disclosure,
      vulnerability disclosure program, security.txt, report a vulnerability,
      divulgation responsable, schwachstelle melden;
    sast, static code analysis, static analysis, static application security testing;
    dast, dynamic application security testing, dynamic analysis;
    sca, software composition analysis, dependency scanning;
    sbom, software bill of materials, bill of materials, cyclonedx, spdx, software-stückliste,
      nomenclature logicielle;
    sdlc, secure development lifecycle, software development lifecycle, ssdlc, secure development,
      secure coding, sichere entwicklung, développement sécurisé;
    code review, peer review, pull request review, revue de code;
    owasp, owasp top 10, owasp top ten;
    red team, red teaming, adversary simulation;
  `),
  // Watching and answering
  ...groups(`
    siem, security information and event management, log analysis, log correlation;
    logging, audit log, audit trail, log files, protokollierung, journalisation, journaux d'audit,
      piste d'audit;
    monitoring, überwachung, surveillance;
    incident response, security incident, incident management, incident handling, irp,
      incident response plan, sicherheitsvorfall, vorfallmanagement, vorfallreaktion,
      réponse aux incidents, gestion des incidents, incident de sécurité;
    data breach, breach notification, breach, personal data breach, data leak, datenpanne,
      datenschutzverletzung, datenleck, violation de données, fuite de données;
    soc team, security operations center, security operations centre, security operations;
    edr, endpoint detection and response, endpoint detection response, xdr, endpoint protection;
    antivirus, anti-malware, malware protection, virenschutz, protection antivirus;
    ids, ips, intrusion detection, intrusion prevention, intrusion detection system,
      angriffserkennung, détection d'intrusion;
    threat intelligence, threat intel, cti, renseignement sur les menaces;
    dlp, data loss prevention, data leakage prevention;
  `),
  // Network and infrastructure
  ...groups(`
    waf, web application firewall, pare-feu applicatif;
    firewall, security groups, pare-feu;
    ddos, ddos protection, denial of service, distributed denial of service;
    vpn, virtual private network, remote access, fernzugriff, accès à distance;
    network segmentation, network separation, segregated networks, netzwerksegmentierung,
      segmentation réseau;
    multi-tenancy, multitenant, multi-tenant, tenant isolation, data segregation,
      customer data separation, mandantentrennung, mandantenfähigkeit, isolation des locataires;
    data center, data centre, datacenter, hosting facility, rechenzentrum, centre de données;
    physical security, physical access, facility security, physische sicherheit, sécurité physique;
    hosting, cloud provider, hosting provider, infrastructure provider, iaas, cloud infrastructure,
      hébergement, hébergeur;
    mdm, mobile device management, device management, uem;
    byod, bring your own device, personal devices, appareils personnels;
    hardening, system hardening, secure configuration, cis benchmarks, härtung, durcissement;
  `),
  // Keeping going
  ...groups(`
    business continuity, bcp, bcm, business continuity plan, business continuity management,
      iso 22301, geschäftskontinuität, betriebskontinuität, notfallplan, continuité d'activité,
      plan de continuité d'activité, pca;
    disaster recovery, dr, drp, disaster recovery plan, dr plan, notfallwiederherstellung,
      reprise après sinistre, plan de reprise d'activité, pra;
    rto, recovery time objective, recovery time, wiederherstellungszeit;
    rpo, recovery point objective, recovery point;
    backup, back-up, data backup, restore test, datensicherung, sicherungskopie, sauvegarde;
    sla, service level agreement, service levels, accord de niveau de service;
    uptime, availability, status page, verfügbarkeit, disponibilité;
    high availability, failover, redundancy, hochverfügbarkeit, haute disponibilité, redondance,
      redundanz;
    bia, business impact analysis, business impact assessment;
  `),
  // Certifications and frameworks
  ...groups(`
    soc 2, soc ii, soc 2 type 2, soc 2 type ii, aicpa, ssae 18, trust services criteria, isae 3000;
    soc 1, soc i, isae 3402, ssae 16;
    iso 27001, iso/iec 27001, iso 27001:2022, isms, information security management system,
      informationssicherheitsmanagementsystem, smsi;
    iso 27701, iso/iec 27701, pims, privacy information management system;
    iso 27017, iso/iec 27017;
    iso 27018, iso/iec 27018;
    iso 9001, quality management system, qms, qualitätsmanagement;
    iso 42001, iso/iec 42001, ai management system;
    soa, statement of applicability, anwendbarkeitserklärung, déclaration d'applicabilité;
    pci dss, pci, payment card industry, cardholder data, payment card data;
    hipaa, phi, protected health information, health data, gesundheitsdaten, données de santé;
    baa, business associate agreement;
    hitrust, hitrust csf;
    fedramp, fed ramp, govramp, stateramp;
    nist csf, nist cybersecurity framework;
    nist 800-53, nist sp 800-53, sp 800-53;
    nist 800-171, nist sp 800-171, sp 800-171, cmmc;
    csa star, cloud security alliance, ccm, cloud controls matrix;
    caiq, consensus assessments, consensus assessment initiative questionnaire;
    sig, sig lite, standardized information gathering, shared assessments;
    security questionnaire, vendor questionnaire, security assessment questionnaire, vsaq, hecvat,
      sicherheitsfragebogen, questionnaire de sécurité;
    tisax, vda isa, automotive security assessment;
    bsi c5, c5, c5 testat, cloud computing compliance criteria catalogue;
    bsi grundschutz, it-grundschutz;
    hds, hébergeur de données de santé;
    cyber essentials, cyber essentials plus;
    nis2, nis2 directive;
    dora, digital operational resilience act;
    certification, certificate, accreditation, zertifikat, zertifizierung, zertifizierungen,
      certificat;
    bridge letter, gap letter, continuity letter;
    audit report, attestation report, attestation, auditor report, prüfbericht, rapport d'audit;
    auditor, external auditor, independent auditor, wirtschaftsprüfer, auditeur;
    compliance, regulatory compliance, einhaltung, conformité;
  `),
  // Privacy
  ...groups(`
    gdpr, data protection, general data protection regulation, uk gdpr, dsgvo, ds-gvo, datenschutz,
      datenschutz-grundverordnung, rgpd, protection des données;
    ccpa, cpra, california consumer privacy act, california privacy;
    lgpd, brazilian data protection law;
    pipeda, canadian privacy law;
    ferpa, student data, education records;
    dpa, data processing agreement, data processing addendum, auftragsverarbeitungsvertrag,
      auftragsverarbeitung, avv, accord de traitement des données, contrat de sous-traitance;
    dpia, data protection impact assessment, privacy impact assessment, pia,
      datenschutz-folgenabschätzung, dsfa, aipd, analyse d'impact;
    dpo, data protection officer, privacy officer, datenschutzbeauftragter, datenschutzbeauftragte,
      délégué à la protection des données;
    dsar, dsr, data subject request, data subject access request, data subject rights,
      right of access, subject access request, betroffenenrechte, auskunftsrecht, droit d'accès,
      droits des personnes;
    scc, standard contractual clauses, data transfer, cross-border transfer,
      international transfers, data privacy framework, standardvertragsklauseln, datenübermittlung,
      drittlandtransfer, clauses contractuelles types, transfert de données;
    toms, technical and organizational measures, technical and organisational measures,
      technische und organisatorische maßnahmen, mesures techniques et organisationnelles;
    ropa, record of processing activities, records of processing, verarbeitungsverzeichnis,
      verzeichnis von verarbeitungstätigkeiten, registre des traitements;
    personal data, pii, personally identifiable information, personal information,
      personenbezogene daten, données personnelles, données à caractère personnel;
    privacy policy, privacy notice, privacy statement, datenschutzerklärung,
      politique de confidentialité;
    subprocessor, sub-processor, vendor, third party, supplier, subcontractor,
      unterauftragsverarbeiter, auftragsverarbeiter, subunternehmer, lieferant, lieferanten,
      dienstleister, sous-traitant, fournisseur;
    data residency, data location, data localization, data sovereignty, where is data stored,
      hosting location, data region, datenstandort, speicherort, serverstandort,
      localisation des données, résidence des données;
    data retention, retention, retention period, retention policy, aufbewahrung, aufbewahrungsfrist,
      speicherdauer, conservation des données, durée de conservation;
    data deletion, deletion, erasure, right to be forgotten, data destruction, data disposal,
      secure disposal, löschung, datenlöschung, recht auf löschung, suppression des données,
      effacement, droit à l'oubli;
    data portability, data export, right to portability, datenübertragbarkeit,
      portabilité des données;
    data classification, information classification, datenklassifizierung,
      classification des données;
    anonymization, anonymisation, anonymized data, anonymisierung;
    pseudonymization, pseudonymisation, pseudonymisierung;
    consent management, cookie consent, cookie banner, einwilligung, consentement aux cookies;
  `),
  // Governance and people
  ...groups(`
    information security policy, security policy, infosec policy, informationssicherheitsrichtlinie,
      sicherheitsrichtlinie, pssi, politique de sécurité;
    policies, policy documents, richtlinien, politiques;
    ciso, chief information security officer, head of security, informationssicherheitsbeauftragter,
      rssi;
    risk assessment, risk analysis, risk management, risikobewertung, risikoanalyse,
      risikomanagement, analyse des risques, gestion des risques;
    tprm, third-party risk management, third party risk, vendor risk management,
      supplier risk management, supply chain risk, vendor due diligence, lieferantenmanagement,
      gestion des fournisseurs;
    security awareness, security training, awareness training, security awareness training,
      phishing training, employee training, sensibilisierung, schulung, sicherheitsschulung,
      sensibilisation à la sécurité;
    background check, background screening, employee screening, pre-employment screening,
      hintergrundprüfung, vérification des antécédents;
    nda, non-disclosure agreement, confidentiality agreement, geheimhaltungsvereinbarung,
      vertraulichkeitsvereinbarung, accord de confidentialité;
    change management, change control, änderungsmanagement, gestion des changements;
    asset management, asset inventory, inventory of assets, gestion des actifs, inventarisierung;
    acceptable use policy, acceptable use, aup;
    code of conduct, ethics policy, verhaltenskodex, code de conduite;
    cyber insurance, cyber liability insurance, insurance certificate, cyberversicherung,
      assurance cyber;
    terms of service, terms and conditions, terms of use, nutzungsbedingungen,
      conditions d'utilisation;
    msa, master service agreement, rahmenvertrag;
    esg, sustainability, nachhaltigkeit, développement durable;
    accessibility, wcag, vpat, section 508, barrierefreiheit, accessibilité;
  `),
  // Products
  ...groups(`
    ai, artificial intelligence, machine learning, llm, large language model, gen ai, generative ai,
      künstliche intelligenz, ki, intelligence artificielle, ia;
    eu ai act, ai act, ki-verordnung;
    architecture diagram, network diagram, data flow diagram, system architecture, netzplan,
      schéma d'architecture;
    whitepaper, white paper, security whitepaper, security overview;
    api, rest api, programming interface, programmierschnittstelle;
  `),
];

/** Commas part the terms of a group, semicolons the groups. */
function groups(text: string): string[][] {
  return text
    .split(";")
    .map((group) => group.split(",").map((term) => term.replace(/\s+/g, " ").trim()))
    .filter((group) => group.join("") !== "");
}
