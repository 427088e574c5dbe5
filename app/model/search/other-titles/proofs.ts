/** Other terms for the titles of the cards that hold proofs: reports, certifications, questionnaires. */
export const PROOFS = `
SOC 2 Report: soc 2 type ii report, soc 2 audit report, soc2 attestation, service organization control report, trust services criteria report, independent soc 2 audit, ssae 18 report, rapport soc 2
SOC 1 Report: soc 1 type ii report, ssae 18 soc 1, isae 3402 report, internal control over financial reporting, rapport soc 1
SOC 3 Report: public soc report, soc 3 summary report, general use soc report, rapport soc 3
Pentest Report: penetration test report, pentest results, penetration test summary, executive summary of the penetration test, results of penetration testing, latest penetration test, penetrationstest-bericht, rapport de test d’intrusion, informe de pruebas de penetración
Pentest Retest Letter: retest letter, remediation of pentest findings, verification of fixed findings, pentest findings closed, retest of findings, nachtest, lettre de contre-test, carta de reprueba
Vulnerability Assessment Report: vulnerability scan report, scan results, results of vulnerability scans, vulnerability report, schwachstellenbericht, rapport de vulnérabilités
ISO 27001 Certificate: copy of the iso 27001 certificate, certificate of the isms, iso-27001-zertifikat, certificat iso 27001, certificado iso 27001
Statement of Applicability: soa, applicable controls, iso 27001 controls in scope, excluded controls, anwendbarkeitserklärung, déclaration d’applicabilité, declaración de aplicabilidad
ISO Surveillance Audit Report: surveillance audit, iso audit report, annual iso audit, recertification audit, überwachungsaudit, audit de surveillance, auditoría de seguimiento
ISO 27701 Certificate: privacy certificate, privacy information management certificate, iso-27701-zertifikat, certificat iso 27701, certificado iso 27701
PCI DSS AoC: pci attestation of compliance, pci aoc, pci dss attestation, proof of pci compliance, pci-konformitätsbescheinigung, attestation de conformité pci, atestación pci
PCI Responsibility Matrix: pci shared responsibility, division of pci responsibilities, responsibility matrix for pci, pci-verantwortungsmatrix, matrice de responsabilité pci, matriz de responsabilidad pci
PCI ASV Scan: approved scanning vendor scan, quarterly external pci scan, asv scan report, asv-scan, analyse asv, escaneo asv
Network Diagram: network architecture diagram, diagram of the network, network topology, network map, netzwerkdiagramm, schéma du réseau, diagrama de red
Data Flow Diagram: data flow documentation, diagram of data flows, flow of data through systems, data flow map, datenflussdiagramm, schéma des flux de données, diagrama de flujo de datos
Architecture Diagram: system architecture, architecture overview, application architecture, high-level architecture, diagram of the architecture, system design documentation, architekturdiagramm, schéma d’architecture, diagrama de arquitectura
Security Whitepaper: security white paper, security overview document, description of the security program, security documentation, sicherheits-whitepaper, livre blanc sur la sécurité, documento técnico de seguridad
BC/DR Test Report: disaster recovery test report, continuity test results, results of the recovery test, last disaster recovery test, evidence of dr testing, bericht über notfalltests, rapport de test de reprise, informe de prueba de recuperación
HIPAA Assessment Report: hipaa audit report, hipaa risk analysis, independent hipaa assessment, hipaa-prüfbericht, rapport d’évaluation hipaa, informe de evaluación hipaa
HITRUST Validated Report: hitrust report, hitrust certification letter, hitrust validated assessment, rapport hitrust
C5 Report: c5 attestation, bsi c5 report, cloud computing compliance criteria catalogue report, c5-testat, rapport c5
Accessibility Conformance Report: vpat report, acr, accessibility audit, accessibility test results, wcag conformance report, bericht zur barrierefreiheit, rapport d’accessibilité, informe de accesibilidad
Risk Assessment Report: results of the risk assessment, risk analysis report, latest risk assessment, risikobericht, rapport d’évaluation des risques, informe de evaluación de riesgos
Code Review Report: results of code review, source code audit, security code review report, external code audit, code-prüfbericht, rapport de revue de code, informe de revisión de código
Cloud Configuration Report: cloud configuration review, cloud security assessment report, cloud audit report, cloud posture report, bericht zur cloud-konfiguration, rapport de configuration cloud, informe de configuración en la nube
SOC 1: soc 1 type ii, isae 3402, ssae 16, financial reporting controls audit
SOC 2: soc 2 type ii, soc 2 compliance, soc 2 audited, service organization controls, trust services criteria, aicpa soc
SOC 3: soc 3 seal, general use report
ISO 27001: iso/iec 27001, information security management system, iso certified, iso 27001 compliance, certified security management, ismszertifizierung, certification isms, certificación sgsi
ISO 27017: cloud security controls certification, iso/iec 27017, cloud services security standard
ISO 27018: protection of personal data in public clouds, iso/iec 27018, cloud privacy standard
ISO 27701: privacy information management system, pims, iso/iec 27701, privacy extension of iso 27001
ISO 27799: health informatics security, information security in health
ISO 22301: business continuity certification, certified continuity management, bcms
ISO 9001: quality management system, quality management certification, certified quality management, qualitätsmanagement, management de la qualité, gestión de calidad
ISO 42001: ai management system, certified ai management, ai management certification, aims
ISO 14001: environmental management system, environmental certification, umweltmanagement, management environnemental, gestión ambiental
ISO 20000-1: it service management certification, service management system, itsm certification
ISO 45001: occupational health and safety management, safety management certification
ISO 50001: energy management system, energy management certification, energiemanagement
ISO 37001: anti-bribery management system, anti-bribery certification
CSA STAR Level 1: csa star self-assessment, star registry, cloud security alliance self-assessment, star level one
CSA STAR Level 2: csa star certification, csa star attestation, star third-party audit, star level two
EU Cloud CoC: eu cloud code of conduct, gdpr code of conduct for cloud, approved code of conduct
PCI DSS: payment card industry, payment card security, cardholder data security, credit card data security, pci compliance, pci certified, level 1 service provider, kreditkartendaten, données de carte bancaire, datos de tarjetas
PCI 3DS: 3-d secure, three domain secure, 3ds certification
PCI PIN: pin security, pin transaction security, pin certification
SWIFT CSP: swift customer security programme, swift attestation, swift controls
HIPAA: health insurance portability and accountability act, protected health information, phi, hipaa compliance, hipaa security rule, ephi, gesundheitsdaten, données de santé, datos de salud
HITRUST: hitrust csf, hitrust certified, health information trust alliance
HDS: hébergeur de données de santé, french health data hosting, health data hosting certification
NEN 7510: dutch health information security, dutch healthcare standard
NHS DSPT: data security and protection toolkit, nhs toolkit, nhs data security
GxP: good manufacturing practice, validated systems, computer system validation, good clinical practice
21 CFR Part 11: electronic records and signatures, fda electronic signatures, part 11 compliance
GDPR: general data protection regulation, eu data protection law, european privacy law, dsgvo, rgpd, eu privacy compliance
UK GDPR: uk data protection act, british data protection law, ico registration
CCPA: california consumer privacy act, cpra, california privacy law, california privacy rights
LGPD: brazilian data protection law, brazil privacy law
PIPEDA: canadian privacy law, canada privacy act
APPI: japanese privacy law, act on the protection of personal information
Singapore PDPA: personal data protection act, singapore privacy law
POPIA: south african privacy law, protection of personal information act
EU-US DPF: data privacy framework, eu-us data transfers, privacy shield successor, dpf certification, swiss-us framework
Global CBPR: cross-border privacy rules, apec privacy rules
FERPA: student records, education records, family educational rights and privacy act, student data privacy
COPPA: children’s online privacy protection act, online privacy of children
GLBA: gramm-leach-bliley act, financial privacy rule, safeguards rule
SOX: sarbanes-oxley, sox compliance, sox controls
NYDFS 500: new york cybersecurity regulation, 23 nycrr 500
SEC 17a-4: broker-dealer records retention, worm storage rule
FedRAMP: federal risk and authorization management program, us federal cloud authorization, fedramp authorized, authorization to operate
GovRAMP: stateramp, state government cloud authorization
TX-RAMP: texas cloud certification, texas risk and authorization program
DoD Impact Level: department of defense impact level, il4, il5, dod provisional authorization
FISMA: federal information security modernization act, federal systems security
CJIS: criminal justice information, criminal justice information services, cjis security policy
IRS 1075: federal tax information, publication 1075, fti safeguards
ITAR: international traffic in arms, defense articles, arms export regulations
CMMC: cybersecurity maturity model certification, defense contractor certification
NIST 800-171: controlled unclassified information, cui protection, sp 800-171
NIST 800-53: federal security controls, sp 800-53, security and privacy controls catalog
NIST CSF: nist cybersecurity framework, csf alignment, cybersecurity framework
CIS Controls: critical security controls, cis top 18, center for internet security controls
FIPS 140-3: fips validated cryptography, validated cryptographic modules, fips 140-2, cmvp certificate
Common Criteria: iso 15408, evaluation assurance level, cc certification
Cyber Essentials: uk cyber certification, cyber essentials basic
Cyber Essentials Plus: ce plus, audited cyber essentials
G-Cloud: uk government cloud framework, uk digital marketplace
C5: bsi c5, cloud computing compliance criteria catalogue, german cloud attestation
TISAX: automotive information security, vda isa, trusted information security assessment exchange
SecNumCloud: anssi cloud qualification, french trusted cloud
ENS: esquema nacional de seguridad, spanish national security framework
AgID Qualification: italian public cloud qualification, italian government cloud, qualificazione agid
IRAP: australian government cloud assessment, infosec registered assessors
Essential Eight: australian cyber mitigation strategies, acsc essential eight
APRA CPS 234: australian prudential security standard, cps 234
ISMAP: japanese government cloud program, japan government security assessment
MTCS: multi-tier cloud security, singapore cloud standard
MAS TRM: monetary authority of singapore guidelines, technology risk management guidelines
K-ISMS: korean isms, korean information security certification
DORA: digital operational resilience act, eu financial resilience regulation, financial ict regulation
NIS2: nis2 directive, eu network and information security directive
EU CRA: cyber resilience act, eu product security law
EU AI Act: eu artificial intelligence act, european ai regulation, ki-verordnung, règlement européen sur l’ia, reglamento europeo de ia
Microsoft SSPA: microsoft supplier security and privacy assurance, microsoft supplier program
TPN: trusted partner network, content security for media, motion picture security
WCAG: web content accessibility guidelines, wcag 2.2, wcag level aa, accessibility standard for the web
VPAT: voluntary product accessibility template, accessibility conformance statement, section 508 compliance
OWASP ASVS: application security verification standard, asvs level
CASA: cloud application security assessment, google app assessment, tier 2 security assessment
SIG Lite: short standardized information gathering, sig lite questionnaire, shared assessments lite
SIG Core: standardized information gathering, sig questionnaire, shared assessments questionnaire
CAIQ: consensus assessments initiative questionnaire, csa questionnaire, cloud controls matrix answers
CAIQ Lite: short csa questionnaire, caiq-lite questionnaire
HECVAT: higher education community vendor assessment toolkit, higher education questionnaire, university vendor questionnaire
VSA Core: vendor security alliance core, vsa-core questionnaire
VSA Full: vendor security alliance questionnaire, vsa-full questionnaire
CIS Controls Assessment: cis self-assessment, cis controls questionnaire, critical controls self-assessment
NIST CSF Assessment: nist csf self-assessment, cybersecurity framework assessment, nist maturity assessment
MVSP: minimum viable secure product, minimum security baseline checklist
PCI DSS SAQ: pci self-assessment questionnaire, saq d, pci saq
DPIA Questionnaire: information for a dpia, answers for impact assessments, dpia support, help with our dpia
Transfer Impact Assessment: tia, assessment of data transfers, transfer risk assessment, schrems ii assessment
ESG Questionnaire: sustainability questionnaire, esg answers, environmental and social questionnaire
AI Questionnaire: questions about ai, ai vendor questionnaire, ai due diligence, ai security questionnaire
DORA Questionnaire: dora due diligence, dora answers, questionnaire for financial entities
Security Questionnaire: completed security questionnaire, standard answers to security questions, security assessment questionnaire, due diligence questionnaire, vendor questionnaire answers, sicherheitsfragebogen, questionnaire de sécurité, cuestionario de seguridad
Company Overview: company profile, background of the company, company history, line of business, unternehmensprofil, présentation de l’entreprise, perfil de la empresa
Security Overview: overview of security, security summary, summary of security measures, introduction to your security, sicherheitsüberblick, aperçu de la sécurité, resumen de seguridad
`;
