/** The page of payouts: what filmmakers are owed, closing a month, and the people who manage their footage. */
import { lazy, Suspense, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'

import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { toUserMessage } from '#platform/http/user-message.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Money } from '#ui/money.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { LinkPersonBody, linkPerson, listFilmmakerBalances, unlinkPerson, type FilmmakerSummary } from '../contract.ts'
import { PayoutPanel } from '../parts/payout-panel.tsx'
import { getPayoutOverview } from '../payouts-contract.ts'
import type { Route } from './+types/payouts'

import css from './payouts.module.css'

const ConfirmDialog = lazy(() => import('#ui/confirm-dialog.tsx').then(part => ({ default: part.ConfirmDialog })))

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Payouts', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const [{ data: filmmakers }, { data: payouts }] = await Promise.all([
    callForPage(args, listFilmmakerBalances, {}),
    callForPage(args, getPayoutOverview, {}),
  ])
  return { filmmakers, payouts, today: new Date().toISOString().slice(0, 10) }
}

export default function PayoutsPage({ loaderData: { filmmakers, payouts, today } }: Route.ComponentProps) {
  const [changedRows, setChangedRows] = useState<FilmmakerSummary[]>()
  // The rows that an action on this page returned, until the page is loaded again.
  const [loadedRows, setLoadedRows] = useState(filmmakers)
  if (loadedRows !== filmmakers) {
    setLoadedRows(filmmakers)
    setChangedRows(undefined)
  }
  const rows = changedRows ?? filmmakers
  const [openId, setOpenId] = useState<number>()
  const owedCents = rows.reduce((sum, { balance }) => sum + Math.max(0, balance.unformatted), 0)
  return (
    <main className={css.layout}>
      <h1>Payouts</h1>
      <p className={css.lead}>
        <Money cents={owedCents} mono /> is owed to filmmakers. A month closes automatically at night, or when you close
        it.
      </p>
      <PayoutPanel {...payouts} today={today} />
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Clips</th>
            <th scope="col">Earned</th>
            <th scope="col">Balance</th>
            <th scope="col">Payee</th>
            <th scope="col">Managed by</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row.id}>
              <th scope="row">
                <Link to={`/admin/filmmakers/${row.id}`}>{row.name}</Link>
              </th>
              <td>{row.clips}</td>
              <td>
                <Money cents={row.earned.unformatted} mono />
              </td>
              <td>
                <Money cents={row.balance.unformatted} mono />
              </td>
              <td>{row.has_payee ? 'Yes' : 'None yet'}</td>
              <td>
                <LinkedPeople row={row} onChanged={setChangedRows} />
                {openId === row.id ? (
                  <LinkPersonForm
                    id={row.id}
                    onCancel={() => setOpenId(undefined)}
                    onLinked={newRows => {
                      setChangedRows(newRows)
                      setOpenId(undefined)
                    }}
                  />
                ) : (
                  <button type="button" className={css.change} onClick={() => setOpenId(row.id)}>
                    Link a person<span className="visually-hidden"> to {row.name}</span>
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </main>
  )
}

type OnFilmmakersChange = (rows: FilmmakerSummary[]) => void

const LinkedPeople = ({ row, onChanged }: { row: FilmmakerSummary; onChanged: OnFilmmakersChange }) => {
  const toast = useToast()
  const [unlinking, setUnlinking] = useState<FilmmakerSummary['people'][number]>()
  const [busy, setBusy] = useState(false)
  const unlink = async ({ id, email }: FilmmakerSummary['people'][number]) => {
    setBusy(true)
    try {
      const { data } = await call(unlinkPerson, { params: { id: String(row.id), user_id: String(id) } })
      onChanged(data)
      toast(`${email} is unlinked from ${row.name}.`, { kind: 'success' })
    } catch (error) {
      toast(toUserMessage(error, 'Something went wrong.'), { kind: 'danger' })
    } finally {
      setBusy(false)
      setUnlinking(undefined)
    }
  }
  return (
    <>
      {row.people.map(person => (
        <p key={person.id} className={css.person}>
          {person.email}
          <button type="button" className={css.change} onClick={() => setUnlinking(person)}>
            Unlink<span className="visually-hidden"> {person.email}</span>
          </button>
        </p>
      ))}
      <Suspense>
        {unlinking && (
          <ConfirmDialog
            open
            title={`Unlink from ${row.name}?`}
            confirm="Unlink"
            danger
            busy={busy && 'Unlinking…'}
            onConfirm={() => void unlink(unlinking)}
            onCancel={() => setUnlinking(undefined)}
          >
            {unlinking.email} no longer sees what {row.name} earns, and no longer sends footage for it. You can link
            them again.
          </ConfirmDialog>
        )}
      </Suspense>
    </>
  )
}

const LinkPersonForm = ({
  id,
  onLinked,
  onCancel,
}: {
  id: number
  onLinked: OnFilmmakersChange
  onCancel: () => void
}) => {
  const form = useForm({ resolver: schemaResolver(LinkPersonBody), defaultValues: { email: '' } })
  const { setFocus, formState } = form
  const { errors, isSubmitting } = formState
  useEffect(() => setFocus('email'), [setFocus])
  const onSubmit = form.handleSubmit(async body => {
    try {
      onLinked((await call(linkPerson, { params: { id: String(id) }, body })).data)
    } catch (error) {
      showRefusal(error, form, ['email'])
    }
  })
  return (
    <form className={css.form} method="post" noValidate onSubmit={onSubmit}>
      <TextField dense label="Their email" type="email" {...form.register('email')} error={errors.email?.message} />
      {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      <Button type="submit" busy={isSubmitting && 'Linking…'}>
        Link
      </Button>
      <Button kind="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </form>
  )
}
