import type { AddedAll } from '../add-all-contract.ts'

const clips = (count: number) => (count === 1 ? '1 clip' : `${count} clips`)
const those = (count: number, one: string, several: string) => `${count} ${count === 1 ? one : several}`

/** "12 clips added to your cart. 2 were there already. 1 is no longer in the shop." */
export const addedText = ({ added, already_there, gone, in_other_format }: AddedAll): string =>
  [
    added === 0 ? 'Nothing was added to your cart' : `${clips(added)} added to your cart`,
    already_there > 0 && those(already_there, 'was there already', 'were there already'),
    gone > 0 && those(gone, 'is no longer in the shop', 'are no longer in the shop'),
    in_other_format > 0 && those(in_other_format, 'comes in another format', 'come in another format'),
  ]
    .filter(said => said !== false)
    .map(said => `${said}.`)
    .join(' ')
