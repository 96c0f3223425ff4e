/** A buyer's choice of license, and what follows from it alone: its ids and its sentence. */
import type { ChoiceWithFormat, LicenseChoice } from './choice-shape.ts'
import {
  distributionName,
  distributions,
  endClientSizes,
  formatOf,
  formats,
  orgTypes,
  org_types,
  peopleOf,
  type OrgType,
} from './terms.ts'

export type { ChoiceWithFormat, LicenseChoice }

export const default_choice: ChoiceWithFormat = {
  org_type: 'commercial',
  end_client_size: 2,
  distribution_ids: [3],
  format_id: 3,
}

/** The same license always reads the same. */
export const tidyChoice = ({ org_type, end_client_size, distribution_ids }: LicenseChoice): LicenseChoice => ({
  org_type,
  end_client_size,
  distribution_ids: [...new Set(distribution_ids)].toSorted((a, b) => a - b),
})

const has = (list: readonly { id: number }[], id: unknown) => list.some(one => one.id === id)

/** Whether what was kept somewhere is still a choice as `choice-shape.ts` has it; said here again, since that would come to every page. */
export const isChoice = (kept: unknown): kept is ChoiceWithFormat => {
  if (typeof kept !== 'object' || kept === null) return false
  const { org_type, end_client_size, distribution_ids, format_id } = kept as Partial<
    Record<keyof ChoiceWithFormat, unknown>
  >
  return (
    org_types.some(one => one === org_type) &&
    has(endClientSizes, end_client_size) &&
    Array.isArray(distribution_ids) &&
    distribution_ids.length > 0 &&
    distribution_ids.every(id => has(distributions, id)) &&
    has(formats, format_id)
  )
}

/** The choice with a format that is on offer: its own, else the default, else the first. */
export const fitting = (choice: ChoiceWithFormat, format_ids: readonly number[]): ChoiceWithFormat => {
  if (format_ids.includes(choice.format_id)) return choice
  const { format_id: usual } = default_choice
  return { ...choice, format_id: format_ids.includes(usual) ? usual : (format_ids[0] ?? choice.format_id) }
}

const letters: Record<OrgType, string> = { personal: 'P', commercial: 'C', nonprofit: 'N' }

const stem = ({ org_type, end_client_size }: LicenseChoice) =>
  `${letters[org_type]}${String(end_client_size).padStart(5, '0')}`

/** "C0000237": commercial, small, Web & Social and Broadcast TV. */
export const groupId = (choice: LicenseChoice): string =>
  `${stem(choice)}${tidyChoice(choice).distribution_ids.join('')}`

/** "C000023", for each distribution. */
export const idPrefixes = (choice: LicenseChoice): string[] =>
  tidyChoice(choice).distribution_ids.map(id => `${stem(choice)}${id}`)

/** "C000023-HD", for each distribution. For show and for old clients: never read back. */
export const licenseIds = (choice: LicenseChoice, format_id: number): string[] =>
  idPrefixes(choice).map(prefix => `${prefix}-${formatOf(format_id).code}`)

const inWords = new Intl.ListFormat('en', { type: 'conjunction' })

const whom = ({ org_type, end_client_size }: LicenseChoice) => {
  const people = peopleOf(end_client_size)
  if (org_type === 'personal')
    return end_client_size === 1 ? 'for a personal project' : `for a personal project of ${people}`
  return `for a ${org_type === 'nonprofit' ? 'non-profit' : 'client'} with ${people}`
}

/** "Web & Social and Broadcast TV, for a client with 2–50 people, worldwide, forever" */
export const sentence = (choice: LicenseChoice): string =>
  `${inWords.format(tidyChoice(choice).distribution_ids.map(distributionName))}, ${whom(choice)}, worldwide, forever`

/** "Commercial · 2–50 people" */
export const clientLabel = ({ org_type, end_client_size }: LicenseChoice): string =>
  `${orgTypes[org_type].name} · ${peopleOf(end_client_size)}`
