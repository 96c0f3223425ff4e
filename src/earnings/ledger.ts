/** Calculates ledger entries for orders. All amounts are integer cents; debits are positive, credits negative. */

export const accounts = ['clearing', 'filmmaker', 'shop', 'tax', 'fees', 'payouts'] as const
export type Account = (typeof accounts)[number]

export type LedgerEntry = {
  account: Account
  /** Set for the account `filmmaker` only. */
  filmmaker_id: number | null
  /** null for amounts that belong to no line, such as the fee. */
  order_item_id: number | null
  clip_id: number | null
  cents: number
}

export type LedgerLine = {
  order_item_id: number
  clip_id: number
  filmmaker_id: number
  /** After discounts, before tax. */
  net_cents: number
  tax_cents: number
  /** The filmmaker's share of the net amount; only a sale that isn't posted yet reads it. */
  basis_points: number
  /** What the buyer's bank deducted for good: from the net amount, and from the tax. */
  withdrawn_cents: number
  withdrawn_tax_cents: number
  /** True while we have its money: paid and not refunded. */
  is_earned: boolean
}

export type LedgerOrder = {
  lines: readonly LedgerLine[]
  fee_cents: number
  withdrawn_fee_cents: number
}

const FULL_BASIS_POINTS = 10_000

/** Returns the filmmaker's share of a line; half a cent rounds up. */
export const calculateShare = (net_cents: number, basis_points: number): number =>
  Math.round((net_cents * basis_points) / FULL_BASIS_POINTS)

/** Drops entries of zero. */
const withoutZeros = (entries: readonly LedgerEntry[]) => entries.filter(({ cents }) => cents !== 0)

const saleEntries = ({ filmmaker_id, net_cents, tax_cents, basis_points, ...line }: LedgerLine): LedgerEntry[] => {
  const share = calculateShare(net_cents, basis_points)
  const lineFields = { order_item_id: line.order_item_id, clip_id: line.clip_id, filmmaker_id: null }
  return withoutZeros([
    { ...lineFields, account: 'clearing', cents: net_cents + tax_cents },
    { ...lineFields, account: 'filmmaker', filmmaker_id, cents: -share },
    { ...lineFields, account: 'shop', cents: share - net_cents },
    { ...lineFields, account: 'tax', cents: -tax_cents },
  ])
}

const feeFields = { order_item_id: null, clip_id: null, filmmaker_id: null }

const feeEntries = (fee_cents: number): LedgerEntry[] =>
  withoutZeros([
    { ...feeFields, account: 'clearing', cents: fee_cents },
    { ...feeFields, account: 'fees', cents: -fee_cents },
  ])

const sumAccount = (entries: readonly LedgerEntry[], account: Account) =>
  entries.reduce((sum, entry) => sum + (entry.account === account ? entry.cents : 0), 0)

/**
 * Returns entries for what the bank deducted from a line beyond `current`. Filmmaker and shop bear it in proportion to
 * what each has left; half a cent goes to the filmmaker's side.
 */
const lossEntries = (
  { net_cents, tax_cents, withdrawn_cents, withdrawn_tax_cents, ...line }: LedgerLine,
  current: readonly LedgerEntry[],
): LedgerEntry[] => {
  const [filmmaker, shop] = [0 - sumAccount(current, 'filmmaker'), 0 - sumAccount(current, 'shop')]
  const net = withdrawn_cents - (net_cents - filmmaker - shop)
  const tax = withdrawn_tax_cents - (tax_cents + sumAccount(current, 'tax'))
  const share = filmmaker + shop === 0 ? 0 : Math.round((filmmaker * net) / (filmmaker + shop))
  const lineFields = { order_item_id: line.order_item_id, clip_id: line.clip_id, filmmaker_id: null }
  const filmmaker_id = current.find(({ account }) => account === 'filmmaker')?.filmmaker_id ?? line.filmmaker_id
  return withoutZeros([
    { ...lineFields, account: 'clearing', cents: 0 - net - tax },
    { ...lineFields, account: 'filmmaker', filmmaker_id, cents: share },
    { ...lineFields, account: 'shop', cents: net - share },
    { ...lineFields, account: 'tax', cents: tax },
  ])
}

/** Returns entries for what the bank deducted from the fee. */
const feeLossEntries = (
  fee_cents: number,
  withdrawn_fee_cents: number,
  current: readonly LedgerEntry[],
): LedgerEntry[] => feeEntries(fee_cents + sumAccount(current, 'fees') - withdrawn_fee_cents)

/** Adds up entries per account and filmmaker, and drops those that cancel out. */
const netEntries = (entries: readonly LedgerEntry[]): LedgerEntry[] =>
  withoutZeros(
    [...Map.groupBy(entries, ({ account, filmmaker_id }) => `${account} ${filmmaker_id}`).values()].flatMap(group =>
      group.slice(0, 1).map(entry => ({ ...entry, cents: group.reduce((sum, { cents }) => sum + cents, 0) })),
    ),
  )

const reverseEntries = (entries: readonly LedgerEntry[]) => entries.map(entry => ({ ...entry, cents: -entry.cents }))

/**
 * Returns the entries to post so that the ledger matches the order: a sale for each paid line, less what a bank deducted,
 * and for each line that is no longer paid the reverse of what was posted, whatever the split is now. Returns nothing once
 * they are posted. The fee is reversed with the last line.
 */
export const nextEntries = (order: LedgerOrder, posted: readonly LedgerEntry[]): LedgerEntry[] => {
  const { lines, fee_cents, withdrawn_fee_cents } = order
  const byLine = Map.groupBy(posted, ({ order_item_id }) => order_item_id)
  const nextStep = (
    id: number | null,
    isEarned: boolean,
    sale: LedgerEntry[],
    loss: (current: readonly LedgerEntry[]) => LedgerEntry[],
  ) => {
    const current = netEntries(byLine.get(id) ?? [])
    if (!isEarned) return reverseEntries(current)
    return current.length > 0 ? loss(current) : netEntries([...sale, ...loss(sale)])
  }
  return [
    ...lines.flatMap(line =>
      nextStep(line.order_item_id, line.is_earned, saleEntries(line), current => lossEntries(line, current)),
    ),
    ...nextStep(
      null,
      lines.some(line => line.is_earned),
      feeEntries(fee_cents),
      current => feeLossEntries(fee_cents, withdrawn_fee_cents, current),
    ),
  ]
}
