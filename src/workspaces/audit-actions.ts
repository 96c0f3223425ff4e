/** What the log of a workspace knows, as it is told there. */
export const auditActions = {
  'workspace.renamed': 'Renamed the workspace',
  'workspace.picture-changed': 'Changed the picture',
  'member.joined': 'Joined',
  'member.left': 'Left',
  'member.removed': 'Removed somebody',
  'member.role-changed': 'Changed a role',
  'owner.changed': 'Handed the workspace over',
  'invite.sent': 'Invited somebody',
  'invite.sent-again': 'Sent an invite again',
  'invite.role-changed': 'Changed the role of an invite',
  'invite.link-copied': 'Copied an invite’s link',
  'invite.revoked': 'Took an invite back',
  'payment-method.added': 'Added a payment method',
  'payment-method.made-default': 'Chose the default payment method',
  'payment-method.deleted': 'Deleted a payment method',
  'terms.changed': 'Our sales team changed the terms of buying on account',
  'masquerade.began': 'Our support began to act as somebody',
  'masquerade.ended': 'Our support stopped acting as somebody',
} as const

export type AuditAction = keyof typeof auditActions
export const auditActionNames = Object.keys(auditActions) as AuditAction[]
