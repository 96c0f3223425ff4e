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
  /** What the buyer's bank took of it for good: of what it cost before tax, and of its tax. */
  taken_cents: number
  taken_tax_cents: number
  /** Its money is with us: paid, and not given back. */
  is_earned: boolean
}

export type LedgerOrder = {
  lines: readonly LedgerLine[]
  fee_cents: number
  taken_fee_cents: number
  basis_points: number
}

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

const ofFee = { order_item_id: null, clip_id: null, filmmaker_id: null }

const feeOf = (fee_cents: number): Entry[] =>
  told([
    { ...ofFee, account: 'clearing', cents: fee_cents },
    { ...ofFee, account: 'fees', cents: -fee_cents },
  ])

const of = (entries: readonly Entry[], account: Account) =>
  entries.reduce((sum, entry) => sum + (entry.account === account ? entry.cents : 0), 0)

/**
 * What the bank took of a line since `standing`: its filmmaker and the shop bear it by what each has left of it; half a
 * cent is taken from the filmmaker, who was given it.
 */
const lossOf = (
  { net_cents, tax_cents, taken_cents, taken_tax_cents, ...line }: LedgerLine,
  standing: readonly Entry[],
): Entry[] => {
  const [filmmaker, shop] = [0 - of(standing, 'filmmaker'), 0 - of(standing, 'shop')]
  const net = taken_cents - (net_cents - filmmaker - shop)
  const tax = taken_tax_cents - (tax_cents + of(standing, 'tax'))
  const share = filmmaker + shop === 0 ? 0 : Math.round((filmmaker * net) / (filmmaker + shop))
  const at = { order_item_id: line.order_item_id, clip_id: line.clip_id, filmmaker_id: null }
  const filmmaker_id = standing.find(({ account }) => account === 'filmmaker')?.filmmaker_id ?? line.filmmaker_id
  return told([
    { ...at, account: 'clearing', cents: 0 - net - tax },
    { ...at, account: 'filmmaker', filmmaker_id, cents: share },
    { ...at, account: 'shop', cents: net - share },
    { ...at, account: 'tax', cents: tax },
  ])
}

/** The same of the fee. */
const feeLossOf = (fee_cents: number, taken_fee_cents: number, standing: readonly Entry[]): Entry[] =>
  feeOf(fee_cents + of(standing, 'fees') - taken_fee_cents)

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
 * line whose money has come, less what a bank took of it, and the reverse of that, whatever the split is by now, for each
 * whose money has gone. Posting it and asking again answers nothing. The fee goes with the last line.
 */
export const nextEntries = (order: LedgerOrder, posted: readonly Entry[]): Entry[] => {
  const { lines, fee_cents, taken_fee_cents, basis_points } = order
  const byLine = Map.groupBy(posted, ({ order_item_id }) => order_item_id)
  const step = (id: number | null, isEarned: boolean, sale: Entry[], loss: (standing: readonly Entry[]) => Entry[]) => {
    const standing = sumsOf(byLine.get(id) ?? [])
    if (!isEarned) return undone(standing)
    return standing.length > 0 ? loss(standing) : sumsOf([...sale, ...loss(sale)])
  }
  return [
    ...lines.flatMap(line =>
      step(line.order_item_id, line.is_earned, saleOf(line, basis_points), standing => lossOf(line, standing)),
    ),
    ...step(
      null,
      lines.some(line => line.is_earned),
      feeOf(fee_cents),
      standing => feeLossOf(fee_cents, taken_fee_cents, standing),
    ),
  ]
}
