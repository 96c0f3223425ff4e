/** What an order does to the ledger. All amounts are integer cents; debits are above nothing, credits below. */

export const accounts = ['clearing', 'filmmaker', 'shop', 'tax', 'fees', 'payouts'] as const
export type Account = (typeof accounts)[number]

export type Entry = {
  account: Account
  /** Of the account `filmmaker` alone. */
  filmmaker_id: number | null
  /** null: of no single line, such as the fee. */
  order_item_id: number | null
  clip_id: number | null
  cents: number
}

export type LedgerLine = {
  order_item_id: number
  clip_id: number
  filmmaker_id: number
  /** After its discounts, before tax. */
  net_cents: number
  tax_cents: number
  /** Its money is with us: paid, and not given back. */
  is_earned: boolean
}

export type LedgerOrder = { lines: readonly LedgerLine[]; fee_cents: number; basis_points: number }

const whole_basis_points = 10_000

/** The filmmaker's part of a line; half a cent goes to them. */
export const shareOf = (net_cents: number, basis_points: number): number =>
  Math.round((net_cents * basis_points) / whole_basis_points)

/** Entries of nothing are left out. */
const told = (entries: readonly Entry[]) => entries.filter(({ cents }) => cents !== 0)

const saleOf = ({ filmmaker_id, net_cents, tax_cents, ...line }: LedgerLine, basis_points: number): Entry[] => {
  const share = shareOf(net_cents, basis_points)
  const of = { order_item_id: line.order_item_id, clip_id: line.clip_id, filmmaker_id: null }
  return told([
    { ...of, account: 'clearing', cents: net_cents + tax_cents },
    { ...of, account: 'filmmaker', filmmaker_id, cents: -share },
    { ...of, account: 'shop', cents: share - net_cents },
    { ...of, account: 'tax', cents: -tax_cents },
  ])
}

const feeOf = (fee_cents: number): Entry[] => {
  const of = { order_item_id: null, clip_id: null, filmmaker_id: null }
  return told([
    { ...of, account: 'clearing', cents: fee_cents },
    { ...of, account: 'fees', cents: -fee_cents },
  ])
}

/** What is left of entries when those that undo each other are gone. */
const sumsOf = (entries: readonly Entry[]): Entry[] =>
  told(
    [...Map.groupBy(entries, ({ account, filmmaker_id }) => `${account} ${filmmaker_id}`).values()].flatMap(same =>
      same.slice(0, 1).map(entry => ({ ...entry, cents: same.reduce((sum, { cents }) => sum + cents, 0) })),
    ),
  )

const undone = (entries: readonly Entry[]) => entries.map(entry => ({ ...entry, cents: -entry.cents }))

/**
 * What has to be posted so that the ledger says what an order has come to, by what was posted of it so far: a sale for each
 * line whose money has come, and the reverse of that sale, whatever the split is by now, for each whose money has gone.
 * Posting it and asking again answers nothing. The fee goes with the last line.
 */
export const nextEntries = ({ lines, fee_cents, basis_points }: LedgerOrder, posted: readonly Entry[]): Entry[] => {
  const byLine = Map.groupBy(posted, ({ order_item_id }) => order_item_id)
  const step = (id: number | null, isEarned: boolean, sale: Entry[]) => {
    const standing = sumsOf(byLine.get(id) ?? [])
    if (isEarned) return standing.length === 0 ? sale : []
    return undone(standing)
  }
  return [
    ...lines.flatMap(line => step(line.order_item_id, line.is_earned, saleOf(line, basis_points))),
    ...step(
      null,
      lines.some(line => line.is_earned),
      feeOf(fee_cents),
    ),
  ]
}
