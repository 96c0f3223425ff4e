/** Topics of the contact form, by which staff sort tickets. `/contact?topic=order` preselects one. */
export const contactTopics = {
  licensing: 'A license or a price',
  order: 'An order or a payment',
  files: 'A file or a download',
  account: 'My account or team',
  buyout: 'A buyout or many clips',
  contributor: 'Becoming a contributor',
  career: 'Working here',
  privacy: 'My data and privacy',
  other: 'Something else',
} as const

export type ContactTopic = keyof typeof contactTopics
export const contactTopicNames = Object.keys(contactTopics) as ContactTopic[]
export const isContactTopic = (text: string | null): text is ContactTopic =>
  contactTopicNames.some(name => name === text)

/** When the footage of a research request is needed. */
export const deadlines = {
  today: 'Today or tomorrow',
  week: 'Within a week',
  month: 'Within a month',
  open: 'No date yet',
} as const

export type Deadline = keyof typeof deadlines
export const deadlineNames = Object.keys(deadlines) as Deadline[]
