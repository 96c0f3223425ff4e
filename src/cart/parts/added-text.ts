import type { AddAllSummary } from '../add-all-contract.ts'

const countClips = (count: number) => (count === 1 ? '1 clip' : `${count} clips`)
const pluralize = (count: number, singular: string, plural: string) => `${count} ${count === 1 ? singular : plural}`

/** Returns "12 clips added to your cart. 2 were there already. 1 is no longer in the shop." */
export const addedText = ({ added, already_in_cart, gone, in_other_format }: AddAllSummary): string =>
  [
    added === 0 ? 'Nothing was added to your cart' : `${countClips(added)} added to your cart`,
    already_in_cart > 0 && pluralize(already_in_cart, 'was there already', 'were there already'),
    gone > 0 && pluralize(gone, 'is no longer in the shop', 'are no longer in the shop'),
    in_other_format > 0 && pluralize(in_other_format, 'comes in another format', 'come in another format'),
  ]
    .filter(part => part !== false)
    .map(part => `${part}.`)
    .join(' ')
