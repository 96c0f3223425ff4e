/** The actions in a workspace's audit log, with their labels. */
export const auditActions = {
  'workspace.renamed': 'Renamed the workspace',
  'workspace.picture-changed': 'Changed the picture',
  'member.joined': 'Joined',
  'member.left': 'Left',
  'member.removed': 'Removed a member',
  'member.role-changed': 'Changed a role',
  'ownership.transferred': 'Transferred ownership',
  'invite.sent': 'Sent an invite',
  'invite.resent': 'Resent an invite',
  'invite.role-changed': 'Changed the role of an invite',
  'invite.link-copied': 'Copied an invite’s link',
  'invite.revoked': 'Revoked an invite',
  'payment-method.added': 'Added a payment method',
  'payment-method.default-changed': 'Chose the default payment method',
  'payment-method.deleted': 'Deleted a payment method',
  'terms.changed': 'Our sales team changed the account terms',
  'license.corrected': 'Our team corrected an imported license',
  'license.revoked': 'Our team revoked an imported license',
  'license.restored': 'Our team reinstated an imported license',
  'masquerade.started': 'Our support started acting as a member',
  'masquerade.ended': 'Our support stopped acting as a member',
} as const

export type AuditAction = keyof typeof auditActions
export const auditActionNames = Object.keys(auditActions) as AuditAction[]
