/** Plain words that say nearly the same, a row between semicolons. A word may stand in several rows. */
export const NEAR_ROWS = String.raw`
acquire obtain purchase procure; adopt introduce implement; agent representative; alarm alert warning;
alternative substitute replacement; amount volume quantity; annual yearly; arrange organize coordinate;
ascertain determine establish; assign allocate appoint; attach append enclose; attendance participation;
authority regulator; automobile car vehicle; avert avoid prevent; backdoor trapdoor; balance distribute;
bankrupt insolvent insolvency; bar forbid prohibit; batch bulk mass; begin start; behavior conduct; boundary
perimeter edge border; break violate infringe; bring carry transport; broadcast publish announce; budget
funding; bypass circumvent evade override; calculate compute; camera cctv surveillance; cease stop
discontinue; channel route; chief head; circulate distribute disseminate; cleanse sanitize scrub purge;
coach mentor; collect gather obtain; commission hire; communicate inform notify; compensate reimburse
refund; compile build; complaint grievance; computer laptop workstation; concurrent simultaneous parallel;
conflict clash; consequence sanction penalty outcome; continuity resilience; contradict conflict; convert
transform; corrupt damage; counsel lawyer attorney; counterfeit forged fake; courier carrier; create
generate produce; criminal crime; crisis emergency; damage harm; deactivate disable suspend; decommission
retire; decrease reduce lower lessen; decrypt decipher; dedicated separate own; deep thorough detailed;
defect bug fault flaw; degrade worsen; deliver supply provide; depend rely; derive obtain; detain hold;
deter discourage; determine establish decide; director executive; disaster catastrophe; discard dispose;
disconnect detach; dispatch send; disposal destruction; dispute disagreement; disrupt interrupt; dissolve
liquidate; distribute disseminate spread; donate donation charity; download retrieve fetch; drill rehearsal
exercise; driver cause; duplicate copy redundant; elevate escalate; eligible entitled; eliminate remove;
emergency urgent crisis; encourage promote; endanger jeopardize; endorse approve;
enforce impose compel; enlist engage; enroll register enlist; ensure guarantee; entrance entry door;
environment ecology ecological; erase wipe delete; escalate raise; estimate assess; ethics ethical
integrity; exam examination test; exclude omit; exit leave; expenditure spending; explain describe; exploit
abuse; export extract; extend prolong; extinguish suppress; fabricated forged; fake simulated forged; false
incorrect wrong; fetch retrieve; fingerprint biometric; foreign international; forge spoof; founded
incorporated started existed; framework scheme; fraud scam deception; fresh new; furnish provide supply; gap
deficiency shortcoming; gather collect; grant give award; grow increase; guard watchman; guest visitor;
handbook manual; handover transfer; harm damage injury; head lead chief; heal recover; helpdesk support;
hinder prevent; hoax fake; identical same; illegal unlawful; illness sickness; imitate mimic simulate;
immediate instant; immutable unchangeable unalterable; impede prevent; impersonate pretend; impose enforce;
improper unauthorized; incentive reward; incoming inbound; incorrect wrong inaccurate; influence affect
impact; injury accident; inspect examine check; install deploy; instruct direct; insurer insurance
underwriter; intact unchanged; intend plan; intercept eavesdrop; intermediate interim; interrupt disrupt;
inventory register catalog list; investigate examine analyze; investor shareholder; itinerary travel;
jeopardize endanger; joint shared common; journal log; justify justification reason; lawyer attorney
counsel; leaked exposed; lease rent; legal lawful; liable responsible; license permit; lifetime lifespan;
liquidate dissolve; logon login signin; loophole weakness gap; mail email message; mailing email; major
significant; malfunction failure fault; manager supervisor boss; mandate require; mandatory compulsory
obligatory required; manual handbook; map diagram; medical health; mentor coach; merge acquire acquisition
merger; merit value; misconduct wrongdoing; misuse abuse; mobile portable; morals ethics; move transfer
migrate; negligence carelessness; network lan; newcomer joiner; newsletter bulletin; nominate appoint;
notable significant; obey comply follow; obfuscate mask; oblige require; observe watch; obsolete outdated
unsupported legacy; obstruct block; occur happen; offense violation; offline disconnected; onboard join;
oppose object; optional voluntary; outage failure disruption; outbound outgoing egress; outdated obsolete;
outsource subcontract delegate; overdue late; overview summary; package bundle; paper hardcopy; partial
incomplete; partition segment; partner affiliate; passphrase password; pathway route; pause suspend; pay
remunerate; peer colleague; penalty sanction; penetrate intrude; permanent lasting; physical tangible; pick
choose; pilot trial; pipeline workflow; plaintext cleartext; planned scheduled; pledge commit; pollution
emission; portable removable mobile; postmortem retrospective review; predefined fixed; preserve retain
keep; previous past former earlier prior; price cost; privileged administrator administrative; probe scan;
procedure process; procure purchase buy; profession occupation job; profit earnings; prohibit forbid;
promise commit guarantee; prove demonstrate; proxy gateway; prune delete; punish discipline sanction; purge
delete; pursue follow; quarantine isolate; quit leave resign; quota limit; range scope; ransom extortion;
rate frequency; ratify approve; reach contact; readiness preparedness; rebuild restore; receipt
confirmation; recipient receiver; recognize identify; reconcile compare; reconstruct restore; recruit hire;
rectify correct amend; recur repeat; recycle reuse; redact mask blacken; redundant duplicate spare; refresh
update; refund reimburse; registry register; rehearse practice; reimburse refund; reinstate restore;
relocate move; remedy cure fix; removal deletion; remuneration salary pay; rent lease; repair fix; repeal
revoke; replicate replication copy mirror; repository code; rescue recover; reside live located stored;
resign resignation quit; resist withstand; restart reboot; resume continue; retailer merchant; retrieve
fetch; retrospective review; reuse recycle; reveal disclose; revenue turnover; revoke withdraw; rework redo;
roam travel; robust resilient; rogue unauthorized; roll rollout; rota roster schedule shift; salvage
recover; sample subset; sanction penalty; sanitize cleanse; scam fraud; schedule timetable calendar cadence;
scheme program; scrutiny review; segregate separate; seize confiscate; seldom rarely; seniority rank;
sensitive confidential; settle resolve; shared common; shelter protect; shred destroy; shutdown closure;
sibling affiliate; signature sign; simulate mimic; simultaneous concurrent; skill competence; slavery
servitude; snapshot copy; sniff intercept; solicit ask; spare redundant; specialist expert; specimen sample;
speed velocity; spill leak; split divide; sponsor supporter; spyware malware; staged phased gradual;
stakeholder party; standby secondary; steal theft; steer steering guide; stipulate require; stockholder
shareholder; stolen theft; strong robust; subcontract outsource; submit send; subsidiary affiliate;
substantial significant; sue lawsuit; summary digest; superior supervisor; surveil monitor; survey
questionnaire; susceptible vulnerable; suspect suspicious; suspend disable; sustain maintain; tailgate
tailgating piggyback; tamper alter; tape backup; teach educate; telecommute telework; teleworking
homeworking; temporary interim; tenancy tenant; territory country region; theft stealing; tolerate accept;
trace track; trail log; trainee apprentice; tranche batch; transcribe record; transit transmission transfer;
transmit send; transport carry; trap honeypot; travel trip; trend tendency; trigger cause; trojan malware;
turnover revenue; unattended unsupervised; uncover discover; undertake commit; uninstall remove; unlawful
illegal; unpatched outdated; unused inactive dormant idle; upgrade update; uphold maintain; upload submit;
upkeep maintenance; urgent emergency critical; vanish disappear; variance deviation; vehicle car; verify
check; veto reject; viable feasible; virus malware; volume amount; voluntary optional; volunteer charity;
wage salary; waiver exemption exception; warn alert; waste garbage; weaken degrade; widespread common; wipe
erase; wireless wifi; withdraw retract; withhold retain; workaround bypass; workload task; workplace office;
workspace tenant; worm malware; wrong incorrect; wrongdoing misconduct; jurisdiction country; confidential
classified; impartial independent; police authority government; recertify recertification revalidate review;
hide obfuscate conceal obscure; mask redact blacken obfuscate; violate violation infringe contravene; fast
quick rapid prompt; sanction penalty consequence discipline disciplinary punish; reside located; isolated
separated segregated; escort accompanied; api interface; entry entrance door; premises building facility
office; child minor underage; function role; perimeter boundary edge; earlier previous past former prior;
tampered altered changed modified; schedule often frequency cadence; flaw weakness vulnerability; bribe
bribery corruption; lost stolen missing; containerized container; mandatory obligatory compulsory required
enforced; mail email; incoming received inbound; carbon greenhouse co2; freelancer contractor subcontractor;
expiring expired renewed; conclude concluded finish; existed founded; screened vetted checked; credential
password secret
`;
