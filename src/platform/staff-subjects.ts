/** What our people change, as the log of it says. */
export const staffSubjects = [
  'workspace',
  'quote',
  'offer_draft',
  'rate',
  'coupon',
  'prices',
  'clip',
  'collection',
  'synonym',
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
export type StaffSubject = (typeof staffSubjects)[number]
