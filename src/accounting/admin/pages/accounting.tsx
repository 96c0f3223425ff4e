/** The books: tax figures of a quarter, exports of the report and the journal, and the locked period. */
import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'

import { call } from '#platform/http/call.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { toUserMessage } from '#platform/http/user-message.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Money } from '#ui/money.tsx'
import { SelectField } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { getQuarterDays } from '../../quarters.ts'
import { getBooks, journalPath, lockBooks, taxReportPath, type TaxRow } from '../contract.ts'
import type { Route } from './+types/accounting'

import adminPage from '#ui/admin/admin-page.module.css'
import css from './accounting.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Accounting', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const quarter = new URL(args.request.url).searchParams.get('quarter')
  return (await callForPage(args, getBooks, { query: quarter === null ? {} : { quarter } })).data
}

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 3 })

export default function Accounting({ loaderData: books }: Route.ComponentProps) {
  const { quarter, quarters, rows, contradictions, locked_until, last_ended_day } = books
  const { from, last } = getQuarterDays(quarter)
  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1>Accounting</h1>
        <p>Figures for tax returns, and the journal of the books.</p>
      </header>
      <form method="get" className={css.choice}>
        <SelectField dense label="Quarter" name="quarter" defaultValue={quarter} key={quarter}>
          {quarters.map(one => (
            <option key={one}>{one}</option>
          ))}
        </SelectField>
        <Button type="submit">Show</Button>
      </form>
      <section aria-labelledby="figures">
        <h2 id="figures">Tax in {quarter}</h2>
        {rows.length === 0 ? (
          <p className={css.note}>Nothing was sold or credited in this quarter.</p>
        ) : (
          <TaxTable rows={rows} />
        )}
        <p className={css.note}>
          Sales less credit notes, by the day of the document. The One-Stop Shop’s tax is in euros, at the exchange rate
          of the quarter’s last day or the next day that has one, and at the newest rate until then. Once the last day
          is locked, these figures stay as they are.
        </p>
        <p className={css.files}>
          <a href={`${taxReportPath}?quarter=${quarter}`} download>
            Tax report (CSV)
          </a>
          <a href={`${journalPath}?from=${from}&to=${last}`} download>
            Journal (CSV)
          </a>
        </p>
      </section>
      {contradictions.length > 0 && (
        <section aria-labelledby="evidence">
          <h2 id="evidence">Conflicting location evidence</h2>
          <ul className={css.orders}>
            {contradictions.map(({ order_id, number, text }) => (
              <li key={order_id}>
                <Link to={`/admin/orders/${order_id}`}>{number}</Link> {text}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="locked">
        <h2 id="locked">Locked period</h2>
        <p className={css.note}>
          {locked_until === null
            ? 'Nothing is locked yet. Lock a period after you file its returns.'
            : `The books are locked until ${locked_until}. Later corrections go into the open period.`}
        </p>
        <LockForm key={locked_until} last_ended_day={last_ended_day} locked_until={locked_until} />
      </section>
    </div>
  )
}

const TaxTable = ({ rows }: { rows: readonly TaxRow[] }) => (
  <table className={adminPage.table}>
    <thead>
      <tr>
        <th scope="col">Place</th>
        <th scope="col">Tax</th>
        <th scope="col" data-number>
          Rate
        </th>
        <th scope="col" data-number>
          Documents
        </th>
        <th scope="col" data-number>
          Net
        </th>
        <th scope="col" data-number>
          Tax due
        </th>
        <th scope="col" data-number>
          One-Stop Shop
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map(row => (
        <tr key={`${row.place} ${row.place_name} ${row.label} ${row.rate}`}>
          <td>{row.place_name}</td>
          <td data-label="Tax">{row.label}</td>
          <td data-label="Rate" data-number>
            {row.rate === 0 ? '' : percent.format(row.rate)}
          </td>
          <td data-label="Documents" data-number>
            {row.documents}
          </td>
          <td data-label="Net" data-number>
            <Money cents={row.net.unformatted} mono />
          </td>
          <td data-label="Tax due" data-number>
            <Money cents={row.tax.unformatted} mono />
          </td>
          <td data-label="One-Stop Shop" data-number>
            {row.is_oss ? (row.return_tax ?? 'No exchange rate') : ''}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

type LockFormProps = { last_ended_day: string; locked_until: string | null }

const LockForm = ({ last_ended_day, locked_until }: LockFormProps) => {
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const [last_day, setLastDay] = useState('')
  const [error, setError] = useState<string>()
  const [isConfirming, setConfirming] = useState(false)
  const [isLocking, setLocking] = useState(false)
  const lock = async () => {
    setLocking(true)
    try {
      await call(lockBooks, { body: { last_day } })
      toast('The period is locked.', { kind: 'success' })
      await revalidate()
    } catch (failure) {
      const fieldError = failure instanceof Refusal ? failure.errors['last_day']?.[0] : undefined
      setError(fieldError ?? toUserMessage(failure, 'We couldn’t lock the period. Try again.'))
    }
    setLocking(false)
    setConfirming(false)
  }
  return (
    <form
      className={css.choice}
      onSubmit={event => {
        event.preventDefault()
        if (last_day === '') setError('Choose the last day of the period.')
        else setConfirming(true)
      }}
    >
      <TextField
        dense
        type="date"
        label="Last day"
        value={last_day}
        min={locked_until ?? undefined}
        max={last_ended_day}
        error={error}
        onChange={({ target }) => {
          setLastDay(target.value)
          setError(undefined)
        }}
      />
      <Button type="submit">Lock…</Button>
      {isConfirming && (
        <ConfirmDialog
          open
          title={`Lock the books until ${last_day}?`}
          confirm="Lock"
          busy={isLocking && 'Locking…'}
          onCancel={() => setConfirming(false)}
          onConfirm={() => void lock()}
        >
          A locked period can’t be opened again.
        </ConfirmDialog>
      )}
    </form>
  )
}
