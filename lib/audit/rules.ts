/**
 * What each operation is called in the log, as what somebody did or tried: "Maren stopped a project". One table for the
 * page, the export and the search.
 */
export const AUDIT_WORDS: Record<string, string> = {
  "apps.install": "installed an app",
  "apps.createCustom": "added an app of their own",
  "apps.replaceCustom": "changed an app of their own",
  "apps.deleteCustom": "deleted an app of their own",
  "projects.patch": "changed a project",
  "projects.delete": "uninstalled a project",
  "projects.replaceEnv": "changed the variables of a project",
  "projects.changeSettings": "changed the settings of a project",
  "projects.changeResources": "changed the limits of a project",
  "projects.stop": "stopped a project",
  "projects.start": "started a project",
  "projects.restart": "restarted a project",
  "projects.repair": "repaired a project",
  "deployments.create": "deployed a project",
  "deployments.cancel": "cancelled a deployment",
  "deployments.rollback": "rolled a project back",
  "domains.add": "added a domain",
  "domains.check": "looked at a domain",
  "domains.remove": "removed a domain",
  "updates.applyAll": "began to update all projects",
  "updates.stopRound": "stopped a round of updates",
  "backups.create": "backed a project up",
  "backups.delete": "deleted a backup",
  "backups.restore": "restored a backup",
  "backups.setSchedule": "changed when a project is backed up",
  "backups.showKey": "read the recovery key of backups",
  "backups.addDestination": "added a place for backups",
  "backups.checkDestination": "checked a place for backups",
  "backups.removeDestination": "removed a place for backups",
  "people.block": "blocked a person",
  "people.unblock": "unblocked a person",
  "members.replaceGrants": "changed what a member may do",
  "members.makeResetLink": "made a link to choose a new password",
  "notifications.addChannel": "added a notification channel",
  "notifications.changeChannel": "changed a notification channel",
  "notifications.removeChannel": "removed a notification channel",
  "notifications.renewSecret": "renewed the signing secret of a webhook",
  "notifications.testChannel": "tested a notification channel",
  "registries.set": "stored a sign-in to a registry",
  "registries.remove": "removed a sign-in to a registry",
  "tokens.create": "made an access token",
  "tokens.revoke": "revoked an access token",
  "mcpClients.change": "changed what an AI client may do",
  "mcpClients.disconnect": "disconnected an AI client",
  "proposals.approve": "approved what an AI client proposed",
  "proposals.decline": "declined what an AI client proposed",
  "updates.apply": "updated a project",
  "updates.scan": "looked for updates",
  "audit.list": "read the audit log",
  "audit.verify": "verified the audit log",
  "audit.export": "exported the audit log",
  "auth.createFirstAdmin": "made the first admin",
  "auth.makeResetLink": "made a link to choose a new password, in the terminal",
  "auth.presentToken": "presented a token",
  "auth.signIn": "signed in",
  "auth.signUp": "signed up",
  "auth.signOut": "signed out",
  "auth.changePassword": "changed their password",
  "auth.addPassword": "added a password",
  "auth.resetPassword": "reset their password by a link",
  "auth.beginTwoFactor": "began to set up two-factor authentication",
  "auth.enableTwoFactor": "turned on two-factor authentication",
  "auth.disableTwoFactor": "turned off two-factor authentication",
  "auth.replaceRecoveryCodes": "replaced their recovery codes",
  "auth.addPasskey": "added a passkey",
  "auth.renamePasskey": "renamed a passkey",
  "auth.removePasskey": "removed a passkey",
  "auth.beginLinking": "began to connect an account elsewhere",
  "auth.linkAccount": "connected an account elsewhere",
  "auth.unlinkAccount": "disconnected an account elsewhere",
  "auth.revokeSession": "ended a session",
  "auth.revokeSessions": "ended all their sessions",
  "auth.revokeOtherSessions": "ended their other sessions",
  "auth.changeProfile": "changed their profile",
  "organization.create": "made the organization",
  "organization.rename": "renamed the organization",
  "organization.delete": "deleted an organization",
  "organization.transfer": "handed the organization over",
  "organization.invite": "invited somebody",
  "organization.withdrawInvitation": "withdrew an invitation",
  "organization.declineInvitation": "declined an invitation",
  "organization.join": "joined the organization",
  "organization.changeRole": "changed the role of a member",
  "organization.removeMember": "removed a member",
  "organization.leave": "left the organization",
};

/** What was done, in words; an operation that has none is told by its id, since only reading has none. */
export function auditWords(operation: string): string {
  return AUDIT_WORDS[operation] ?? `called ${operation}`;
}

const OUTCOMES: Record<string, string> = {
  done: "Done",
  SECOND_FACTOR_ASKED: "Asked for the second factor",
  FORBIDDEN: "Refused: not allowed",
  NOT_FOUND: "Refused: not theirs to see",
  TOKEN_READ_ONLY: "Refused: the token may only read",
  TOKEN_ORG_SCOPE: "Refused: a token of another organization",
  INVALID_TOKEN: "Refused: no valid token",
  INVALID_CREDENTIALS: "Refused: wrong password",
  INVALID_PASSWORD: "Refused: wrong password",
  INVALID_CODE: "Refused: wrong code",
  INVALID_RECOVERY_CODE: "Refused: wrong recovery code",
  TOO_MANY_ATTEMPTS: "Refused: too many wrong codes",
  INTERNAL: "Failed, and may be half done",
};

/** What came of it, in words. */
export function outcomeWords(outcome: string): string {
  return OUTCOMES[outcome] ?? `Refused: ${outcome.toLowerCase().replaceAll("_", " ")}`;
}

/** Whether it was done; a sign-in that asks on has not been refused either. */
export function wasDone(outcome: string): boolean {
  return outcome === "done" || outcome === "SECOND_FACTOR_ASKED";
}
