/** The kinds of things that staff change, as recorded in the audit log. */
export const AUDIT_SUBJECTS = [
  'workspace',
  'quote',
  'offer_draft',
  'rate',
  'coupon',
  'prices',
  'clip',
  'collection',
  'synonym',
  'translation',
  'filmmaker',
  'person',
  'order',
  'ticket',
  'flag',
  'editfest',
  'banner',
  'job',
  'event',
  'export',
] as const
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number]
