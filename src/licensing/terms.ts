/** The options of a license with their names: distributions, end-client sizes, organization types, formats, tiers. */

export const tiers = ['standard', 'premium', 'signature'] as const
export type Tier = (typeof tiers)[number]

export type Distribution = { id: number; name: string; examples: string }

/** The id of the All-Media Buyout, which needs a quote and is not in the list. */
export const BUYOUT_DISTRIBUTION_ID = 4

/** In display order, from the smallest audience to the widest. */
export const distributions: readonly Distribution[] = [
  { id: 1, name: 'Internal & Pitch', examples: 'Training, presentations, pitch films, mood reels' },
  { id: 2, name: 'Events & Trade Shows', examples: 'Stages, booths, conferences, showrooms' },
  { id: 3, name: 'Web & Social', examples: 'Websites, organic social posts, newsletters' },
  { id: 5, name: 'Paid Digital Advertising', examples: 'Pre-roll, paid social, display and search ads' },
  { id: 6, name: 'Streaming & VOD', examples: 'Series, films and shows on streaming services' },
  { id: 7, name: 'Broadcast TV', examples: 'Commercials and programs on air and cable' },
  { id: 8, name: 'Theatrical & Festivals', examples: 'Cinemas, festivals, museum screens' },
  { id: 9, name: 'Out-of-Home', examples: 'Billboards, transit, stadium and store screens' },
]

export const distributionName = (id: number): string =>
  distributions.find(distribution => distribution.id === id)?.name ??
  (id === BUYOUT_DISTRIBUTION_ID ? 'All-Media Buyout' : `Distribution ${id}`)

export const orgTypeIds = ['personal', 'commercial', 'nonprofit'] as const
export type OrgType = (typeof orgTypeIds)[number]

export const orgTypes: Record<OrgType, { name: string; text: string }> = {
  personal: { name: 'Personal', text: 'A project of your own, not for a business' },
  commercial: { name: 'Commercial', text: 'For a business, or a project that earns money' },
  nonprofit: { name: 'Non-profit', text: 'For a registered nonprofit. EIN required' },
}

export type EndClientSize = { id: number; name: string; people: string }

export const endClientSizes: readonly EndClientSize[] = [
  { id: 1, name: 'Individual', people: '1 person' },
  { id: 2, name: 'Small', people: '2–50 people' },
  { id: 3, name: 'Medium', people: '51–250 people' },
  { id: 4, name: 'Large', people: '251–1,000 people' },
  { id: 5, name: 'Enterprise', people: '1,001+ people' },
]

/** Returns "2–50 people". Throws a RangeError for an unknown size. */
export const peopleOf = (end_client_size: number): string => {
  const size = endClientSizes.find(clientSize => clientSize.id === end_client_size)
  if (!size) throw new RangeError(`No end-client size ${end_client_size}`)
  return size.people
}

/** A deliverable. A lower priority number is better. */
export type Format = { id: number; name: string; code: string; priority: number; text: string }

export const formats: readonly Format[] = [
  { id: 1, name: 'RAW', code: 'RAW', priority: 1, text: 'The camera’s own file, for full control in the grade' },
  { id: 2, name: 'Highest Res', code: 'HR', priority: 2, text: 'The largest size, ready to edit' },
  { id: 4, name: 'LOG', code: 'LOG', priority: 3, text: 'Flat color, ready to grade' },
  { id: 3, name: 'HD', code: 'HD', priority: 4, text: 'Ready to use' },
]

/** Throws a RangeError for an unknown format. */
export const formatOf = (id: number): Format => {
  const format = formats.find(one => one.id === id)
  if (!format) throw new RangeError(`No format ${id}`)
  return format
}
