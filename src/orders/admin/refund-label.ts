/** The label of the checkbox that selects every refundable line. `free` of the `left` remaining lines were not upgraded. */
export const selectAllLabel = ({ free, left }: { free: number; left: number }): string =>
  `All ${free < left ? 'refundable' : 'remaining'} clips (${free})`
