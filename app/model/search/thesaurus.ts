/**
 * Terms of security, privacy and compliance that mean the same, or that a reviewer uses for one
 * another: a question with one of a group is also looked up with the others. Lower case; in
 * English, German, French and Spanish, and some in Japanese, Chinese and Thai. Companies add their
 * own in Settings, Search.
 *
 * A term stands in one group alone, written one way: case, accents, hyphens and endings are the
 * matching's. What is only near is left out: a scan for vulnerabilities is no penetration test.
 */
export const THESAURUS: readonly (readonly string[])[] = [
  // Signing in and rights
  ...groups(`
    sso, single sign-on, saml, saml 2.0, oidc, openid connect, federated login,
      authentification unique, einmalanmeldung, openid, federation, identity provider, idp,
      enterprise login, inicio de sesión único, シングルサインオン, 单点登录;
    mfa, 2fa, multi-factor authentication, two-factor authentication, two factor, multi factor,
      totp, zwei-faktor-authentifizierung, mehrfaktor-authentifizierung, double authentification,
      authentification multifacteur, authentification à deux facteurs, two-step verification,
      two step authentication, second factor, otp, one-time password, authenticator app,
      strong authentication, webauthn, fido2, passkey, security key, autenticación de dos factores,
      doble factor, authentification forte, zweiter faktor, zwei-schritt-verifizierung, 多要素認証,
      二要素認証, 双因素认证, 二段階認証, 双重认证, การยืนยันตัวตนหลายปัจจัย;
    rbac, role-based access control, role based access, user roles,
      rollenbasierte zugriffskontrolle, contrôle d'accès basé sur les rôles, roles and permissions,
      user permissions, permission model, granular permissions, role model, rôles et permissions,
      rollen und rechte, berechtigungskonzept, roles y permisos;
    access control, access management, zugriffskontrolle, zugangskontrolle, contrôle d'accès,
      gestion des accès, access rights, access restriction, authorization, logical access,
      zugriffsrechte, berechtigungen, droits d'accès, control de acceso, gestión de accesos, アクセス制御,
      访问控制, アクセス権, 访问权限, การควบคุมการเข้าถึง;
    least privilege, need to know, minimal rights, moindre privilège, minimale rechtevergabe,
      minimum necessary access, minimal access, mínimo privilegio, privilegio mínimo,
      kenntnis nur bei bedarf;
    access review, user access review, entitlement review, recertification, access recertification,
      revue des accès, rezertifizierung, access certification, review of access rights,
      überprüfung der zugriffsrechte, revisión de accesos, revue des habilitations;
    pam, privileged access management, privileged access, privileged accounts, comptes à privilèges,
      privilegierte konten, privileged user, admin access, administrator access, admin accounts,
      root access, superuser, just-in-time access, break glass, standing access,
      acceso privilegiado, cuentas privilegiadas, administratorzugriff, accès administrateur;
    iam, identity and access management, identity management, identitätsmanagement,
      gestion des identités, identity provider management, identity governance, iga,
      account management, joiner mover leaver, jml, gestión de identidades, benutzerverwaltung,
      gestion des comptes;
    scim, user provisioning, automatic provisioning, directory sync, deprovisioning,
      account provisioning, user lifecycle, directory integration, aprovisionamiento de usuarios,
      approvisionnement des comptes, benutzerbereitstellung;
    password policy, password requirements, password rules, passwortrichtlinie, kennwortrichtlinie,
      politique de mots de passe, password complexity, password length, password standard,
      password strength, password rotation, password expiry, mot de passe, contraseña, passwort,
      kennwort;
    zero trust, ztna, zero trust network access, never trust always verify, beyondcorp,
      confianza cero;
    offboarding, employee termination, leaver process, access removal, termination of employment,
      exit process, deactivation of accounts, account deactivation, revocation of access, austritt,
      départ d'un employé, baja de empleados;
    session timeout, idle timeout, automatic logout, session expiry, inactivity timeout,
      session management, session handling, sitzungsablauf, expiration de session,
      tiempo de inactividad;
    account lockout, failed logins, brute force, lockout policy, rate limiting of logins,
      kontosperrung, verrouillage du compte, bloqueo de cuenta;
    password hashing, hashed passwords, salted passwords, bcrypt, argon2, password storage,
      passwort-hash;
    service accounts, machine accounts, technical accounts, non-human identities, shared accounts,
      generic accounts, comptes de service, dienstkonten, cuentas de servicio;
    segregation of duties, separation of duties, sod, funktionstrennung, séparation des tâches,
      segregación de funciones;
    ip allow list, ip allowlisting, whitelist, allow list, ip restriction, network restrictions,
      liste blanche, lista blanca;
    password manager, password vault, passwortmanager, gestor de contraseñas;
    customer support access, support access, access to our data, zugriff auf kundendaten,
      accès aux données clients;
    authentication, sign in, login, log in, log on, logon, authentifizierung, anmeldung, connexion, autenticación;
    access request, access approval, request for access, granting of access, access provisioning,
      zugriffsantrag, demande d'accès aux systèmes, solicitud de acceso;
    session recording, recorded sessions, privileged session monitoring, sitzungsaufzeichnung,
      enregistrement des sessions, grabación de sesiones;
    guest access, external users, guests, gastzugang, accès invité, acceso de invitados;
    credential stuffing, bot protection, captcha, password spraying, account takeover,
      leaked passwords, compromised passwords, breached passwords;
    api key, api token, access token, personal access token, bearer token, jeton d'api,
      clave de api, api-schlüssel;
  `),
  // Cryptography
  ...groups(`
    encryption at rest, data at rest encryption, aes-256, disk encryption, encrypted storage,
      verschlüsselung ruhender daten, verschlüsselung im ruhezustand, chiffrement au repos,
      stored data encryption, encryption of stored data, database encryption, aes,
      storage encryption, volume encryption, transparent data encryption, tde, cifrado en reposo,
      chiffrement des données au repos;
    encryption in transit, transport encryption, tls, tls 1.2, tls 1.3, ssl, https,
      transportverschlüsselung, chiffrement en transit, in-transit encryption, encryption in motion,
      encrypted connection, hsts, perfect forward secrecy, mtls, mutual tls, cifrado en tránsito,
      chiffrement des flux, verschlüsselung während der übertragung;
    encryption, cryptography, verschlüsselung, chiffrement, cipher, cifrado, encriptación,
      criptografía, kryptographie, kryptografie, 暗号化, 加密, การเข้ารหัส, 암호화;
    key management, kms, key management service, schlüsselverwaltung,
      gestion des clés, encryption keys, cryptographic keys, key storage, key vault, key custody,
      cloud kms, gestión de claves, schlüsselmanagement, 鍵管理, 密钥管理;
    hsm, hardware security module, hardware security modules for keys, hardware-sicherheitsmodul;
    byok, bring your own key, customer-managed keys, cmk, customer-managed encryption keys, cmek,
      hyok, hold your own key, own encryption keys, eigene schlüssel, clés gérées par le client,
      claves propias;
    key rotation, rotation of keys, schlüsselrotation, rotation des clés, rotate keys,
      rotación de claves;
    secrets management, vaulting of secrets, secret storage, vault, hard-coded credentials,
      hardcoded secrets, credential storage, api key storage, gestion des secrets,
      gestión de secretos;
    certificate management, tls certificates, ssl certificate, public key infrastructure, pki,
      x.509;
    post-quantum, quantum-safe, pqc;
    end-to-end encryption, e2ee, client-side encryption, zero knowledge,
      ende-zu-ende-verschlüsselung;
    fips, fips 140, validated cryptographic modules, cmvp;
    key escrow, key recovery, key backup, schlüsselhinterlegung, séquestre de clés;
    envelope encryption, data encryption key, dek, key encryption key, kek, key hierarchy;
  `),
  // Testing and vulnerabilities
  ...groups(`
    pentest, penetration test, ethical hacking, penetrationstest, eindringtest, test d'intrusion,
      intrusion test, offensive security testing, prueba de penetración, ペネトレーションテスト, 侵入テスト, 渗透测试,
      侵入测试, การทดสอบเจาะระบบ;
    vulnerability scanning, schwachstellenscan, analyse de vulnérabilités, vulnerability assessment,
      network scan, scan for vulnerabilities, security scanning, escaneo de vulnerabilidades,
      schwachstellenanalyse, 脆弱性診断, 漏洞扫描;
    vulnerability management, vulnerability handling, schwachstellenmanagement,
      gestion des vulnérabilités, vulnerability remediation, remediation of vulnerabilities,
      remediation timelines, remediation sla, cve handling, gestión de vulnerabilidades,
      umgang mit schwachstellen, traitement des vulnérabilités, 脆弱性管理, 脆弱性, 漏洞;
    patch management, patching, security updates, software updates, patchmanagement,
      gestion des correctifs, system updates, os updates, parches, correctifs de sécurité,
      sicherheitsupdates;
    bug bounty, hackerone, bugcrowd, vulnerability reward, prime aux bogues, bounty program,
      crowdsourced security testing, intigriti, yeswehack, recompensa por errores;
    responsible disclosure, vulnerability disclosure, vdp, coordinated vulnerability disclosure,
      vulnerability disclosure program, security.txt, report a vulnerability,
      divulgation responsable, schwachstelle melden, report a security issue, report a bug,
      reporting vulnerabilities, security researchers, vulnerability reporting, disclosure policy,
      cvd, reportar una vulnerabilidad, signaler une vulnérabilité;
    sast, static code analysis, static analysis, static application security testing, static scan,
      static testing, source code analysis, code scanning, semgrep, codeql, sonarqube,
      análisis estático, statische codeanalyse, analyse statique;
    dast, dynamic application security testing, dynamic analysis, dynamic testing, dynamic scan,
      web application scanning, black box scanning, análisis dinámico, dynamische analyse,
      analyse dynamique;
    sca, software composition analysis, dependency scanning, open source scanning,
      third-party libraries, open source components, dependency management, vulnerable dependencies,
      library vulnerabilities, dependabot, software dependencies, open-source-komponenten,
      composants open source;
    sbom, software bill of materials, bill of materials, cyclonedx, spdx, software-stückliste,
      nomenclature logicielle, component inventory, software inventory of components;
    sdlc, secure development lifecycle, software development lifecycle, ssdlc, secure development,
      secure coding, sichere entwicklung, développement sécurisé, secure software development,
      devsecops, secure by design, secure engineering, development process, desarrollo seguro,
      cycle de développement, entwicklungsprozess;
    code review, peer review, pull request review, revue de code, code approval,
      four eyes principle, 4-eyes principle, merge request review, revisión de código,
      vier-augen-prinzip;
    owasp, owasp top 10, owasp top ten, asvs, top ten web vulnerabilities,
      common web vulnerabilities, sql injection, cross-site scripting, xss, csrf;
    red team, adversary simulation, purple team, attack simulation, tiber-eu,
      threat-led penetration testing, tlpt;
    fix vulnerabilities, critical vulnerabilities, time to fix, time to remediate, behebung,
      corrección;
    threat modeling, bedrohungsmodellierung, modélisation des menaces, modelado de amenazas;
    secret scanning, secrets detection, credential scanning, leaked secrets, gitleaks, trufflehog;
    container security, container scanning, image scanning, docker, kubernetes, container images,
      conteneurs, contenedores;
    test data, production data in test, data in test environments, production data for testing,
      testdaten, données de test, datos de prueba;
    separate environments, environment separation, staging environment, test environment,
      development environment, separation of environments, umgebungstrennung, entornos separados;
    sandbox, test account, trial environment, demo environment, testumgebung, bac à sable,
      entorno de pruebas;
    ci/cd, continuous integration, continuous delivery, continuous deployment, build pipeline,
      deployment pipeline;
    infrastructure as code, iac, terraform, configuration as code, drift detection;
    cve, cvss, known vulnerabilities, zero-day, log4j, log4shell, sicherheitslücke,
      faille de sécurité, fallo de seguridad;
    load test, performance test, stress test, lasttest, test de charge, prueba de carga;
    automated tests, unit tests, regression test, test coverage, test automation,
      testautomatisierung, tests automatisés, pruebas automatizadas;
    mobile app, mobile application, ios app, android app, application mobile,
      aplicación móvil;
    content security policy, csp, security headers, trusted types;
    attack surface, attack surface management, easm, external attack surface, angriffsfläche,
      surface d'attaque, superficie de ataque;
    slsa, build provenance, provenance, build integrity, supply chain levels;
    signed releases, code signing, signed builds, signed images, codesignatur, signature du code,
      firma de código;
    security champions, security champion program, security ambassadors;
    retest, verification of fixes, nachtest, contre-audit, fix verification;
    rollback, roll back, backout plan, release reversal, zurückrollen,
      retour arrière, reversión;
    emergency change, urgent change, hotfix, emergency release, notfalländerung,
      changement urgent, cambio de emergencia;
    staged rollout, canary release, gradual rollout, phased release, blue-green deployment,
      feature flag, schrittweise einführung, déploiement progressif;
  `),
  // Watching and answering
  ...groups(`
    siem, security information and event management, log analysis, log correlation, splunk,
      security monitoring, log management, centralized logging, central log,
      security event monitoring, log aggregation, gestión de eventos de seguridad,
      protokollauswertung;
    logging, audit log, audit trail, log files, protokollierung, journalisation, journaux d'audit,
      piste d'audit, event logging, activity log, access logs, log retention, log records,
      registros de auditoría, 監査ログ, 审计日志;
    monitoring, überwachung, surveillance, observability, monitorización, supervisión, monitoreo,
      überwacht;
    incident response, security incident, incident management, incident handling, irp,
      incident response plan, sicherheitsvorfall, vorfallmanagement, vorfallreaktion,
      réponse aux incidents, gestion des incidents, incident de sécurité, incident process,
      response to incidents, csirt, cirt, cert team, security event, incident runbook,
      respuesta a incidentes, incidente de seguridad, gestión de incidentes, インシデント対応, 事件响应, インシデント,
      安全事件, เหตุการณ์ด้านความปลอดภัย;
    data breach, breach notification, breach, personal data breach, data leak, datenpanne,
      datenschutzverletzung, datenleck, violation de données, fuite de données, compromise of data,
      unauthorized disclosure, data compromise, data loss incident, brecha de datos, fuga de datos,
      datenverlust, 情報漏えい, 数据泄露;
    soc team, security operations center, security operations, 24x7 monitoring, 24/7 monitoring,
      mdr, managed detection and response;
    edr, endpoint detection and response, endpoint detection response, xdr, endpoint protection,
      managed endpoint detection, endpoint security agent, crowdstrike, sentinelone, endpoint agent;
    antivirus, anti-malware, malware protection, virenschutz, protection antivirus,
      virus protection, virus scanner, malicious code, malicious software, malware, virenscanner,
      schadsoftware, logiciel malveillant, programas maliciosos, マルウェア対策;
    ids, ips, intrusion detection, intrusion prevention, intrusion detection system,
      angriffserkennung, détection d'intrusion, nids, hids, intrusion alerts,
      detección de intrusiones, einbruchserkennung;
    threat intelligence, threat intel, cti, renseignement sur les menaces, threat feeds,
      threat landscape, indicators of compromise, ioc, threat information, inteligencia de amenazas,
      bedrohungsinformationen;
    dlp, data loss prevention, data leakage prevention, exfiltration,
      prevención de pérdida de datos, prévention des fuites de données, datenabfluss;
    tabletop exercise, incident drill, incident simulation, incident exercise,
      incident response test, crisis exercise, rehearse, notfallübung, exercice de crise, simulacro;
    incident notification, breach notice, notify customers of incidents, notification of incidents,
      notification of a breach, 72 hours, notification timeline, meldepflicht,
      meldung von vorfällen, notification des incidents, notificación de incidentes, インシデント通知;
    post-incident review, post-mortem, postmortem, root cause analysis, rca, lessons learned,
      incident report, retour d'expérience, ursachenanalyse, causa raíz;
    forensics, incident response retainer, forensik, analyse forensique, análisis forense;
    ransomware, extortion, rançongiciel, erpressung, erpressungstrojaner, secuestro de datos;
    severity levels, incident severity, incident classification, priority levels, schweregrad,
      niveaux de gravité, niveles de gravedad;
    crisis communication, communication plan, customer communication during incidents,
      krisenkommunikation, communication de crise, comunicación de crisis;
    on-call, 24x7 support, round the clock, rufbereitschaft, astreinte, guardia;
    phishing, social engineering, business email compromise, hameçonnage, ingeniería social;
    email security, dmarc, spf, dkim, spam filter, anti-spam, email filtering, e-mail-sicherheit,
      sécurité des e-mails, seguridad del correo;
    incident history, past incidents, previous breaches, breach history, earlier incidents,
      vergangene vorfälle, historique des incidents, historial de incidentes;
    insider threat, insider risk, malicious insider, innentäter, menace interne, amenaza interna;
    file integrity monitoring, fim, dateiintegrität, contrôle d'intégrité des fichiers;
    cspm, cloud security posture management, cloud misconfiguration, cloud posture;
    continuous control monitoring, compliance monitoring, continuous compliance,
      control monitoring, kontrollüberwachung;
    alerting, security alerts, alert triage, alarmierung, alertes de sécurité;
    threat hunting, bedrohungsjagd, chasse aux menaces;
    mitre attack, attack techniques, detection rules, detection engineering;
    time synchronization, ntp, clock synchronization, synchronized clocks, zeitsynchronisation,
      synchronisation des horloges, sincronización horaria;
  `),
  // Network and infrastructure
  ...groups(`
    waf, web application firewall, pare-feu applicatif, application firewall, web firewall,
      cortafuegos de aplicaciones, webanwendungsfirewall;
    firewall, security groups, pare-feu, ngfw, cortafuegos, brandmauer, ファイアウォール, 防火墙;
    ddos, ddos protection, denial of service, distributed denial of service, dos attack,
      ddos attacks, anti-ddos, ddos mitigation, denegación de servicio, déni de service,
      überlastungsangriff;
    vpn, virtual private network, remote access, fernzugriff, accès à distance, remote working,
      teleworking, home office, work from home, acceso remoto, télétravail, teletrabajo, heimarbeit;
    network segmentation, network separation, segregated networks, netzwerksegmentierung,
      segmentation réseau, network isolation, segmented network, vlan, network zones, dmz,
      segregation of networks, micro-segmentation, subnets, segmentación de red, netztrennung,
      cloisonnement;
    multi-tenancy, tenant isolation, data segregation, customer data separation, mandantentrennung,
      mandantenfähigkeit, isolation des locataires, tenant separation, logical separation,
      customer isolation, single-tenant, single tenancy, dedicated instance,
      segregation of customer data, data separation, multi-inquilino, aislamiento de clientes,
      trennung der mandanten, cloisonnement des données;
    data center, datacenter, hosting facility, rechenzentrum, centre de données, colocation,
      server room, computer room, hosting site, centro de datos, serverraum, データセンター, 数据中心;
    physical security, physical access, facility security, physische sicherheit, sécurité physique,
      badge access, visitor access, office security, cctv, video surveillance, security guards,
      building access, seguridad física, acceso físico, zutrittskontrolle, gebäudesicherheit,
      contrôle d'accès physique, 物理的セキュリティ;
    hosting, cloud provider, hosting provider, infrastructure provider, iaas, cloud infrastructure,
      hébergement, hébergeur, cloud service provider, paas, public cloud, alojamiento,
      proveedor de nube, cloud-anbieter, fournisseur cloud;
    mdm, mobile device management, device management, uem, managed devices, mobile devices,
      device policy, company devices, endpoint management, gerätemanagement, dispositivos móviles,
      gestion des appareils mobiles;
    byod, bring your own device, personal devices, appareils personnels, private devices,
      own devices, personal phone, personal laptop, dispositivos personales, private geräte;
    hardening, system hardening, secure configuration, cis benchmarks, härtung, durcissement,
      golden image, baseline configuration, configuration baseline, secure baseline,
      system configuration standards, bastionado, systemhärtung;
    bastion host, jump host, jump server, sprungserver, serveur de rebond;
    laptop encryption, encrypted laptops, bitlocker, filevault, festplattenverschlüsselung,
      chiffrement des disques, cifrado de disco;
    remote wipe, lost device, stolen laptop, lost or stolen devices, fernlöschung,
      effacement à distance, borrado remoto;
    screen lock, clear desk, clean desk, clear screen, bildschirmsperre, verrouillage de l'écran,
      bloqueo de pantalla;
    usb, removable media, usb drives, usb sticks, external storage, portable media,
      wechseldatenträger, supports amovibles, medios extraíbles;
    private network, private link, vpc, virtual private cloud, vpc peering, private connectivity;
    database security, database access, database hardening;
    egress filtering, outbound traffic, outgoing traffic, outbound connections, egress control,
      ausgehender verkehr, trafic sortant, tráfico saliente;
    dnssec, signed zones, dns security extensions;
    wireless security, wi-fi, wifi, wlan, wireless network, wpa2, wpa3, réseau sans fil,
      red inalámbrica;
    host firewall, personal firewall, local firewall, desktop firewall;
    software allow list, application control, application allowlisting, approved software,
      unauthorized software, software installation, softwarefreigabe;
    environmental controls, fire suppression, fire detection, water detection, climate control,
      brandschutz, protection incendie, protección contra incendios;
    uninterruptible power supply, ups, diesel generator, backup power, emergency power,
      notstrom, usv, onduleur, groupe électrogène;
    visitor management, visitor log, visitor register, escorted visitors, besucherverwaltung,
      gestion des visiteurs, gestión de visitas;
    content delivery network, cdn, edge network, réseau de diffusion de contenu;
    orchestration, container orchestration, k8s, docker swarm;
    serverless, functions as a service, faas;
    end of life, eol, end of support, unsupported software, obsolete systems, legacy systems,
      fin de vie, fin de vida;
    media sanitization, asset disposal, hardware disposal, equipment disposal, media destruction,
      disk destruction, destruction of media, secure erasure of media, degaussing, nist 800-88,
      nist sp 800-88, aktenvernichtung, mise au rebut, destrucción de medios;
  `),
  // Keeping going
  ...groups(`
    business continuity, bcp, bcm, business continuity plan, business continuity management,
      iso 22301, geschäftskontinuität, betriebskontinuität, notfallplan, continuité d'activité,
      plan de continuité d'activité, pca, continuity plan, continuity of operations,
      continuidad del negocio, plan de continuidad, notfallmanagement, résilience, 事業継続, 业务连续性;
    disaster recovery, dr, drp, disaster recovery plan, dr plan, notfallwiederherstellung,
      reprise après sinistre, plan de reprise d'activité, pra, dr test, recovery plan,
      it service continuity, failover test, recovery site, recuperación ante desastres,
      plan de recuperación, sinistre, wiederherstellungsplan, 灾难恢复, 復旧, 灾备;
    rto, recovery time objective, recovery time, wiederherstellungszeit, time to recover,
      time to restore, restoration time, maximum downtime, maximum tolerable downtime, mtd,
      tiempo de recuperación, délai de reprise, durée maximale d'interruption, wiederanlaufzeit;
    rpo, recovery point objective, recovery point, backup frequency, maximum data loss,
      acceptable data loss, amount of data loss, point in time recovery, punto de recuperación,
      perte de données maximale, maximaler datenverlust;
    backup, data backup, restore test, datensicherung, sicherungskopie, sauvegarde,
      copia de seguridad, respaldo, バックアップ, 备份, バックアップ頻度, สำรองข้อมูล;
    sla, service level agreement, service levels, accord de niveau de service, service commitment,
      service credits, response times, dienstgütevereinbarung, niveaux de service;
    uptime, availability, status page, verfügbarkeit, disponibilité, planned maintenance,
      maintenance window, service interruption, disponibilidad, ausfallzeit, temps d'arrêt, 可用性,
      稼働率;
    high availability, failover, redundancy, hochverfügbarkeit, haute disponibilité, redondance,
      redundanz, fault tolerance, multi-az, availability zones, load balancing, hot standby,
      alta disponibilidad, redundancia, ausfallsicherheit;
    bia, business impact analysis, business impact assessment, impact analysis,
      critical business functions, análisis de impacto, analyse d'impact sur l'activité;
    test of backups, recovery testing, tested restores, test of restore, rücksicherung,
      wiederherstellungstest, test de restauration, prueba de restauración;
    continuity test, continuity exercise, bcp test, bcdr test;
    crisis management, crisis team, emergency management, krisenstab, krisenmanagement,
      gestion de crise, gestión de crisis;
    system status, service status, live status, statusseite, page d'état, página de estado;
    alternate site, secondary site, failover region, standby region, second region,
      loss of a region, ausweichstandort, site de secours, sitio alternativo;
    source code escrow, escrow, hinterlegung;
    exit plan, exit strategy, end of contract, contract termination, termination of contract,
      after termination, vertragsende, fin de contrat, stratégie de sortie, fin del contrato,
      plan de salida, 契約終了;
    customer support, support hours, help desk, helpdesk, support desk, technical support,
      kundendienst, support technique, atención al cliente;
    immutable backups, air-gapped backup, offline backup, write once, worm, object lock,
      unveränderliche backups, sauvegarde immuable, copia inmutable;
    off-site backup, remote backup, backup location, second provider, externe sicherung,
      sauvegarde hors site, copia externa;
    capacity management, capacity planning, capacity, scalability, kapazitätsplanung,
      gestion de la capacité, gestión de la capacidad;
    single point of failure, spof, concentration risk, vendor lock-in, konzentrationsrisiko,
      risque de concentration, riesgo de concentración;
    pandemic plan, pandemic, pandémie;
  `),
  // Certifications and frameworks
  ...groups(`
    soc 2, soc ii, soc 2 type 2, soc 2 type ii, aicpa, ssae 18, trust services criteria, isae 3000,
      service organization controls, system and organization controls, tsc;
    soc 1, soc i, isae 3402, ssae 16;
    iso 27001, iso/iec 27001, iso 27001:2022, isms, information security management system,
      informationssicherheitsmanagementsystem, smsi, iso 27k, isms certification, sgsi,
      information security management;
    iso 27701, iso/iec 27701, pims, privacy information management system;
    iso 27017, iso/iec 27017;
    iso 27018, iso/iec 27018;
    iso 9001, quality management system, qms, qualitätsmanagement;
    iso 42001, iso/iec 42001, ai management system;
    soa, statement of applicability, anwendbarkeitserklärung, déclaration d'applicabilité;
    pci dss, pci, payment card industry, cardholder data, payment card data, pci compliance,
      card data, payment card, cardholder, credit card numbers, tarjetas de pago, kreditkartendaten,
      données de carte bancaire;
    hipaa, phi, protected health information, health data, gesundheitsdaten, données de santé, ephi,
      electronic health information, medical data, patient data, datos de salud, patientendaten,
      données médicales;
    baa, business associate agreement;
    hitrust, hitrust csf;
    fedramp, fed ramp, govramp, stateramp;
    nist csf, nist cybersecurity framework, nist framework, cybersecurity framework;
    nist 800-53, nist sp 800-53, sp 800-53;
    nist 800-171, nist sp 800-171, sp 800-171, cmmc;
    csa star, cloud security alliance, ccm, cloud controls matrix;
    caiq, consensus assessments, consensus assessment initiative questionnaire;
    sig, sig lite, standardized information gathering, shared assessments;
    security questionnaire, vendor questionnaire, security assessment questionnaire, vsaq, hecvat,
      sicherheitsfragebogen, questionnaire de sécurité, security assessment,
      due diligence questionnaire, ddq, vendor assessment, risk questionnaire,
      completed questionnaires, cuestionario de seguridad, fragenkatalog;
    tisax, vda isa, automotive security assessment;
    bsi c5, c5, c5 testat, cloud computing compliance criteria catalogue;
    bsi grundschutz, it-grundschutz;
    hds, hébergeur de données de santé;
    cyber essentials, cyber essentials plus;
    nis2, nis2 directive;
    dora, digital operational resilience act;
    certification, accreditation, zertifikat, zertifizierungen, certificat, certificación, certifié,
      認証, 认证, 認証取得, ใบรับรอง;
    bridge letter, gap letter, continuity letter, coverage letter, interim letter,
      letter of continuity;
    audit report, attestation report, attestation, prüfbericht, rapport d'audit,
      independent assessment report, assurance report, third-party audit, external audit,
      independent audit, informe de auditoría, auditbericht, audit externe, rapport de contrôle;
    auditor, wirtschaftsprüfer, auditeur, certification body, independent assessor, accredited body,
      cpa firm, zertifizierungsstelle, organisme de certification;
    compliance, regulatory compliance, einhaltung, conformité, regulatory requirements,
      laws and regulations, cumplimiento, regelkonformität, コンプライアンス, 合规;
    cis controls, cis top 18, critical security controls;
    cra, cyber resilience act, règlement sur la cyberrésilience, cyberresilienz;
    eba guidelines, eba outsourcing, bafin, financial regulator, finma, fca, pra outsourcing;
    internal audit, audit program, interne revision, internes audit, audit interne,
      auditoría interna, 内部監査, 内部审计;
    complementary user entity controls, cuec, user entity controls, shared responsibility,
      customer responsibilities, responsabilité partagée, responsabilidad compartida;
    audit findings, qualified opinion, nonconformities, feststellungen, non-conformités, hallazgos;
    security committee, steering committee, security steering committee,
      information security committee, security board, sicherheitsausschuss, comité de sécurité,
      comité de seguridad;
    audit scope, certification scope, scope of the certificate, geltungsbereich,
      périmètre de certification, alcance de la certificación;
    mvsp, minimum viable secure product;
    ens, esquema nacional de seguridad;
    secnumcloud, anssi;
    eucs, eu cloud certification scheme;
    common criteria, iso 15408;
    itar, export control; glba, gramm-leach-bliley; sox, sarbanes-oxley;
    data act, eu data act, cloud switching;
    iso 22301 certificate, business continuity certification;
    iso 20000, itil, it service management;
    nist ai rmf, ai risk management framework;
    critical infrastructure, kritis, infrastructure critique, infraestructura crítica;
    register of information, dora register, informationsregister;
  `),
  // Privacy
  ...groups(`
    gdpr, data protection, general data protection regulation, uk gdpr, dsgvo, ds-gvo, datenschutz,
      datenschutz-grundverordnung, rgpd, protection des données, data privacy law, eu privacy law,
      protección de datos, datenschutzrecht, datenschutzkonform, 個人情報保護, 数据保护;
    ccpa, cpra, california consumer privacy act, california privacy, us privacy law, do not sell,
      opt out of sale, consumer privacy rights, state privacy laws;
    lgpd, brazilian data protection law;
    pipeda, canadian privacy law;
    ferpa, student data, education records;
    dpa, data processing agreement, data processing addendum, auftragsverarbeitungsvertrag,
      auftragsverarbeitung, avv, accord de traitement des données, contrat de sous-traitance,
      data processing terms, data protection agreement, data protection addendum,
      processor agreement, article 28 agreement, contrato de encargado, encargo de tratamiento,
      av-vertrag, accord de sous-traitance, データ処理契約;
    dpia, data protection impact assessment, privacy impact assessment, pia,
      datenschutz-folgenabschätzung, dsfa, aipd, analyse d'impact, privacy assessment,
      privacy impact, evaluación de impacto, folgenabschätzung;
    dpo, data protection officer, privacy officer, datenschutzbeauftragter,
      délégué à la protection des données, privacy contact, privacy lead, data protection contact,
      privacy team, cpo, delegado de protección de datos, ansprechpartner datenschutz,
      responsable de la protection des données;
    dsar, dsr, data subject request, data subject access request, data subject rights,
      right of access, subject access request, betroffenenrechte, auskunftsrecht,
      droits des personnes, data subject, individual rights, rights of individuals,
      request for erasure, privacy request, right to rectification, derechos de los interesados,
      derecho de acceso, betroffenenanfrage, auskunftsersuchen, demande d'accès;
    scc, standard contractual clauses, data transfer, cross-border transfer,
      international transfers, standardvertragsklauseln, datenübermittlung,
      drittlandtransfer, clauses contractuelles types, transfert de données,
      transfer outside the eu, third country transfer, restricted transfer, model clauses,
      schrems ii,
      cláusulas contractuales tipo, transferencia internacional, datentransfer,
      transferts internationaux;
    bcr, binding corporate rules;
    data privacy framework, dpf, privacy shield, adequacy decision, idta;
    toms, technical and organizational measures, technische und organisatorische maßnahmen,
      mesures techniques et organisationnelles, security measures, appropriate safeguards,
      medidas técnicas y organizativas, technisch-organisatorische maßnahmen, mesures de sécurité;
    ropa, record of processing activities, records of processing, verarbeitungsverzeichnis,
      verzeichnis von verarbeitungstätigkeiten, registre des traitements, processing activities,
      processing records, article 30, registre des activités de traitement;
    personal data, pii, personally identifiable information, personal information,
      personenbezogene daten, données personnelles, données à caractère personnel,
      personally identifiable data, data categories, categories of data, sensitive data,
      datos personales, datos de carácter personal, persönliche daten, personenbezogen, 個人データ, 個人情報,
      个人信息, ข้อมูลส่วนบุคคล;
    privacy policy, privacy notice, privacy statement, datenschutzerklärung,
      politique de confidentialité, política de privacidad, datenschutzhinweise,
      mentions de confidentialité;
    subprocessor, vendor, third party, supplier, subcontractor, unterauftragsverarbeiter,
      subunternehmer, lieferant, dienstleister, sous-traitant, fournisseur, fourth party, nth party,
      service provider, outsourcing, data processor, external provider, subprocesador, subencargado,
      proveedor, subcontratista, unterauftragnehmer, auftragnehmer, drittanbieter, prestataire, 委託先,
      供应商, 子处理者;
    data residency, data location, data localization, data sovereignty, where is data stored,
      where is data hosted, where is our data stored, where is our data hosted,
      hosting location, data region, datenstandort, speicherort, serverstandort,
      localisation des données, résidence des données, storage location, location of data,
      in which country, data hosting region, eu hosting,
      residencia de datos, ubicación de los datos, datenspeicherort,
      lieu de stockage, lieu d'hébergement, hébergement des données, 保存場所, 数据驻留, どこに保存, どこに保管, 保管場所,
      存储在哪里, 存储位置, 存放在哪里, จัดเก็บที่ไหน;
    data retention, retention, retention period, retention policy, aufbewahrung, aufbewahrungsfrist,
      speicherdauer, conservation des données, durée de conservation, storage period,
      keeping of data, retención de datos, período de retención, plazo de conservación, löschfrist,
      aufbewahrungsdauer, 保存期間, 数据保留, 保持期間, 保留期限, ระยะเวลาเก็บรักษา;
    data deletion, deletion, erasure, right to be forgotten, data destruction, data disposal,
      secure disposal, löschung, datenlöschung, recht auf löschung, suppression des données,
      effacement, droit à l'oubli, data wiping, sanitization, disposal of media,
      certificate of destruction, return of data, borrado de datos, eliminación de datos,
      supresión de datos, derecho al olvido, datenvernichtung, löschkonzept,
      destruction des données, データ削除, 数据删除, 消去, 删除数据, การลบข้อมูล;
    data portability, data export, right to portability, datenübertragbarkeit,
      portabilité des données, export our data, exporting data, export of data, download our data,
      data extraction, portabilidad, exportación de datos, datenexport, export des données;
    data classification, information classification, datenklassifizierung,
      classification des données, classification of data, information labelling, data labels,
      sensitivity labels, confidentiality levels, clasificación de datos, klassifizierung,
      informationsklassifizierung;
    anonymization, anonymized data, de-identification, deidentified, data masking, anonimización;
    pseudonymization, tokenization, seudonimización;
    consent management, cookie consent, cookie banner, einwilligung, consentement aux cookies,
      cookies, consentimiento, gestion du consentement;
    lawful basis, legal basis, legal ground, basis for processing, rechtsgrundlage, base légale,
      base jurídica;
    data minimization, minimisation of data, data avoidance, datensparsamkeit, datenminimierung,
      minimisation des données, minimización de datos;
    purpose limitation, purpose of processing, processing purposes, zweckbindung,
      finalité du traitement, finalidad;
    privacy by design, privacy by default, data protection by design, datenschutz durch technik,
      protection des données dès la conception, privacidad desde el diseño;
    data controller, verantwortlicher, responsable du traitement, responsable del tratamiento;
    supervisory authority, data protection authority, dpa authority, privacy regulator,
      aufsichtsbehörde, autorité de contrôle, autoridad de control, cnil;
    eu representative, article 27 representative, uk representative, eu-vertreter,
      représentant dans l'union;
    law enforcement requests, government requests, government access, subpoena, transparency report,
      behördenanfragen, demandes des autorités, solicitudes gubernamentales;
    sale of data, sell data, sell personal data, selling of data, data monetization, datenverkauf,
      vente de données, venta de datos;
    tia, transfer impact assessment, transfer risk assessment, datentransfer-folgenabschätzung;
    data integrity, integrity of data, input validation, datenintegrität, intégrité des données,
      integridad de los datos;
    legal hold, litigation hold, ediscovery, preservation of data;
    data flow mapping, data mapping, data inventory, datenlandkarte;
    special categories of data, sensitive personal data, biometric data, genetic data,
      besondere kategorien, données sensibles;
    children's data, data of children, coppa, kinder, mineurs, menores;
    processor role, controller or processor, joint controller, gemeinsame verantwortliche;
    usage data, telemetry, analytics, product analytics, nutzungsdaten,
      données d'utilisation, datos de uso;
    privacy training, privacy awareness, data protection training, datenschutzschulung,
      formation à la protection des données;
    privacy program, privacy management, privacy governance, privacy framework;
    right to object, objection, widerspruch, opposition, derecho de oposición;
  `),
  // Governance and people
  ...groups(`
    information security policy, security policy, infosec policy, informationssicherheitsrichtlinie,
      sicherheitsrichtlinie, pssi, politique de sécurité, set of policies, isms policy,
      política de seguridad, leitlinie zur informationssicherheit, politique ssi;
    policies, policy documents, richtlinien, politiques, políticas, leitlinien;
    ciso, chief information security officer, head of security, informationssicherheitsbeauftragter,
      rssi, security officer, cso, security lead, security team, security organization,
      responsable de seguridad, sicherheitsbeauftragter, responsable de la sécurité,
      responsable sécurité;
    ceo, chief executive officer, chief executive, managing director, pdg,
      directeur général;
    cto, chief technology officer, head of engineering, directeur technique;
    cfo, chief financial officer, finanzvorstand, directeur financier;
    headcount, number of employees, size of the company, mitarbeiterzahl, effectif, plantilla;
    headquarters, head office, hauptsitz, firmensitz, sede social;
    warranty, guarantee, gewährleistung, garantía;
    indemnification, indemnity, hold harmless, freistellung;
    invoice, billing, rechnung, facture, abrechnung;
    refund, reimbursement, money back, rückerstattung, remboursement, reembolso;
    release notes, changelog, change log, versionshinweise, notes de version;
    change freeze, code freeze, deployment freeze, release freeze;
    honeypot, honeytoken, canary token, deception technology;
    risk assessment, risk analysis, risk management, risikobewertung, risikoanalyse,
      risikomanagement, analyse des risques, gestion des risques, risk register, risk treatment,
      risk methodology, risk appetite, erm, evaluación de riesgos, gestión de riesgos,
      análisis de riesgos, risikoregister, évaluation des risques, リスク評価, 风险评估;
    tprm, third-party risk management, third party risk, vendor risk management,
      supplier risk management, supply chain risk, vendor due diligence, lieferantenmanagement,
      gestion des fournisseurs, vendor management, supplier management, vendor review,
      vendor monitoring, vendor selection, supplier security, supply chain security,
      gestión de proveedores, riesgo de terceros, lieferantenbewertung, risques fournisseurs;
    security awareness, security training, awareness training, security awareness training,
      sensibilisierung, schulung, sicherheitsschulung, sensibilisation à la sécurité,
      awareness program, cybersecurity training, formación en seguridad, concienciación,
      capacitación, mitarbeiterschulung, formation à la sécurité, formation des employés, セキュリティ教育,
      安全培训;
    phishing simulation, phishing training, simulated phishing, phishing test, phishing exercises,
      simulation d'hameçonnage, simulación de phishing;
    secure coding training, developer training, training of developers, entwicklerschulung,
      formation des développeurs, formación de desarrolladores;
    background check, background screening, employee screening, pre-employment screening,
      hintergrundprüfung, vérification des antécédents, background verification, criminal record,
      reference check, pre-employment check, vetting, staff vetting, antecedentes, führungszeugnis,
      sicherheitsüberprüfung, casier judiciaire;
    nda, non-disclosure agreement, confidentiality agreement, geheimhaltungsvereinbarung,
      vertraulichkeitsvereinbarung, accord de confidentialité, confidentiality undertaking,
      confidentiality clause, duty of confidentiality, secrecy agreement,
      acuerdo de confidencialidad, verschwiegenheit, verschwiegenheitserklärung,
      engagement de confidentialité;
    change management, change control, änderungsmanagement, gestion des changements, change process,
      change approval, change advisory board, cab, release management, release process,
      change requests, production changes, deployment approval, gestión de cambios, freigabeprozess;
    asset management, asset inventory, inventory of assets, gestion des actifs, inventarisierung,
      asset register, inventory of systems, hardware inventory, cmdb, asset list,
      information assets, inventario de activos, gestión de activos, inventaire des actifs,
      bestandsverzeichnis;
    acceptable use policy, acceptable use, aup, rules of behavior, uso aceptable,
      nutzungsrichtlinie, charte informatique;
    code of conduct, ethics policy, verhaltenskodex, code de conduite, code of ethics,
      business ethics, anti-corruption, anti-bribery, código de conducta, código ético;
    cyber insurance, cyber liability insurance, insurance certificate, cyberversicherung,
      assurance cyber, professional liability insurance, errors and omissions insurance,
      seguro cibernético, ciberseguro;
    terms of service, terms and conditions, terms of use, nutzungsbedingungen,
      conditions d'utilisation, general terms, tos, subscription agreement, términos y condiciones,
      condiciones de uso, geschäftsbedingungen, agb, conditions générales, cgu;
    msa, master service agreement, rahmenvertrag, framework agreement, services agreement,
      main agreement, contrato marco, contrat-cadre;
    esg, sustainability, nachhaltigkeit, développement durable, environmental impact,
      carbon emissions, greenhouse gas, co2 emissions, corporate social responsibility, csr,
      sostenibilidad, umweltschutz, rse;
    accessibility, wcag, vpat, section 508, barrierefreiheit, accessibilité, acr, en 301 549,
      ada compliance, screen reader, accesibilidad, a11y;
    onboarding, new hires, new employees, new joiners, joiner process, recruitment, einstellung,
      neue mitarbeiter, embauche, nouveaux employés, contratación;
    right to audit, audit rights, customer audits, on-site audit, audit clause, prüfrecht,
      droit d'audit, derecho de auditoría;
    security contact, contact security, security email, report an incident, contact for security,
      sicherheitskontakt, contact sécurité, contacto de seguridad;
    roles and responsibilities, raci, responsibilities for security, zuständigkeiten,
      rôles et responsabilités, funciones y responsabilidades;
    board of directors, management board, executive management, senior management,
      top management, executive leadership, executive level, vorstand, geschäftsführung,
      direction générale, alta dirección;
    policy exceptions, exception process, risk acceptance, exceptions to policies,
      ausnahmegenehmigung, dérogations, excepciones;
    policy review, review of policies, annual policy review, richtlinienüberprüfung,
      revue des politiques, revisión de políticas;
    policy acknowledgement, acknowledgement of policies,
      policy attestation, policy acceptance;
    disciplinary process, sanctions policy, disciplinary action, disziplinarmaßnahmen,
      mesures disciplinaires, medidas disciplinarias;
    whistleblower, speak-up line, ethics hotline, hinweisgeber, lanceur d'alerte,
      canal de denuncias;
    bribery, corruption, bestechung, korruption, soborno, corrupción, pots-de-vin;
    modern slavery, forced labor, human trafficking, child labor, moderne sklaverei,
      esclavage moderne, esclavitud moderna;
    supplier code of conduct, vendor code of conduct, supplier conduct,
      lieferantenkodex, code de conduite des fournisseurs;
    diversity, equal opportunity, gender pay gap, vielfalt, diversité, diversidad;
    net zero, carbon neutral, climate targets, science based targets, klimaneutral,
      neutralité carbone, carbono neutral;
    company registration, legal entity, registered office, commercial register, lei,
      legal entity identifier, vat number, duns, d-u-n-s, handelsregister, siège social,
      registro mercantil;
    company founded, founded in, year founded, year of foundation, years in business,
      how long in business, business existed, company age, gründungsjahr, année de fondation,
      año de fundación;
    ownership structure, shareholders, parent company, beneficial owner, eigentümer,
      gesellschafter, actionnaires, accionistas;
    financial statements, annual report, financial audit, balance sheet, jahresabschluss,
      comptes annuels, estados financieros;
    liability insurance, general liability, product liability, haftpflichtversicherung,
      assurance responsabilité civile, seguro de responsabilidad;
    freelancers, temporary staff, contingent workers, external staff, freie mitarbeiter,
      intérimaires, contratistas;
    regulatory monitoring, regulatory change, legal register, horizon scanning;
  `),
  // Products
  ...groups(`
    ai, artificial intelligence, machine learning, llm, large language model, gen ai, generative ai,
      künstliche intelligenz, ki, intelligence artificielle, ia, genai, language model, chatgpt,
      openai, copilot, ai model, ai assistant, ai features, inteligencia artificial,
      aprendizaje automático, sprachmodell, maschinelles lernen, apprentissage automatique,
      modèle de langage, 人工知能, 人工智能, 生成ai;
    eu ai act, ai act, ki-verordnung, artificial intelligence act, ley de ia, règlement ia;
    architecture diagram, network diagram, data flow diagram, system architecture, netzplan,
      schéma d'architecture, data flow, infrastructure diagram, architecture overview,
      dataflow diagrams, diagrama de arquitectura, diagrama de red, architekturdiagramm;
    whitepaper, white paper, security whitepaper, security overview, trust paper, documento técnico,
      livre blanc;
    api, rest api, programming interface, programmierschnittstelle, apis, api access, web service,
      graphql, interfaz de programación, schnittstelle, interface de programmation;
    ai training, model training, train ai, train models, training on customer data, training data,
      data used for training, ki-training, entraînement des modèles, entrenamiento de modelos,
      モデルの学習;
    ai opt-out, disable ai, switch off ai, turn off ai, ki abschalten, désactiver l'ia,
      desactivar la ia;
    prompt injection, jailbreak, ai security testing, model security;
    audit log export, siem integration, stream logs, log streaming, export audit logs;
    on-premises, self-hosted, private cloud, installation locale;
    human oversight, human in the loop, human review, menschliche aufsicht, contrôle humain,
      supervisión humana;
    ai governance, responsible ai, ai ethics, ai board, ai policy, ki-governance,
      gouvernance de l'ia, gobernanza de ia;
    ai bias, bias testing, fairness, model accuracy, hallucination, ai quality, verzerrung,
      biais, sesgo;
    ai transparency, ai labelling, labelled ai content, explainability, ai disclosure,
      ki-kennzeichnung, transparence de l'ia;
    ai red teaming, adversarial testing of models, ai testing;
    model provider, llm provider, ai provider, foundation model, ai vendor, modellanbieter;
    webhooks, webhook signature, signed webhooks;
    integrations, connectors, third-party applications, app marketplace,
      connecteurs;
    service plans, enterprise plan, pricing plans, tarife;
    document recovery, recycle bin, trash, undelete, papierkorb, corbeille, papelera;
    custom roles, own roles, eigene rollen, rôles personnalisés;
    mobile offline, offline content, offline access;
  `),
];

/** Commas part the terms of a group, semicolons the groups. */
function groups(text: string): string[][] {
  return text
    .split(";")
    .map((group) => group.split(",").map((term) => term.replace(/\s+/g, " ").trim()))
    .filter((group) => group.join("") !== "");
}

/** The thesaurus with more terms. @param more by the first term of their group */
export function widened(more: ReadonlyMap<string, readonly string[]>): string[][] {
  return THESAURUS.map((group) => [...group, ...(more.get(group[0] ?? "") ?? [])]);
}
