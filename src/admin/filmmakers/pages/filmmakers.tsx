/** Filmmakers: what is owed to them, and who looks after their footage. */
import { lazy, Suspense, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'

import { call } from '#platform/call.ts'
import { firstText } from '#platform/first-text.ts'
import { checkedBy, showRefusal } from '#platform/form.ts'
import { pageCall, pageMeta } from '#platform/page.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Money } from '#ui/money.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { LinkBody, linkPerson, listStaffFilmmakers, unlinkPerson, type FilmmakerRow } from '../contract.ts'
import { PayoutDesk } from '../parts/payout-desk.tsx'
import { getPayoutDesk } from '../payouts-contract.ts'
import type { Route } from './+types/filmmakers'

import css from './filmmakers.module.css'

const ConfirmDialog = lazy(() => import('#ui/confirm-dialog.tsx').then(part => ({ default: part.ConfirmDialog })))

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Filmmakers', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const [{ data: filmmakers }, { data: desk }] = await Promise.all([
    pageCall(args, listStaffFilmmakers, {}),
    pageCall(args, getPayoutDesk, {}),
  ])
  return { filmmakers, desk, today: new Date().toISOString().slice(0, 10) }
}

export default function Filmmakers({ loaderData: { filmmakers, desk, today } }: Route.ComponentProps) {
  const [changed, setRows] = useState<FilmmakerRow[]>()
  // What a press of this page answered, until the page is asked for again.
  const [since, setSince] = useState(filmmakers)
  if (since !== filmmakers) {
    setSince(filmmakers)
    setRows(undefined)
  }
  const rows = changed ?? filmmakers
  const [open, setOpen] = useState<number>()
  const owed = rows.reduce((sum, { balance }) => sum + Math.max(0, balance.unformatted), 0)
  return (
    <main className={css.room}>
      <h1>Filmmakers</h1>
      <p className={css.lead}>
        <Money cents={owed} mono /> is owed to them. A month closes by itself at night, or when you close it.
      </p>
      <PayoutDesk {...desk} today={today} />
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Clips</th>
            <th scope="col">Earned</th>
            <th scope="col">Balance</th>
            <th scope="col">Payee</th>
            <th scope="col">Looked after by</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row.id}>
              <th scope="row">{row.name}</th>
              <td>{row.clips}</td>
              <td>
                <Money cents={row.earned.unformatted} mono />
              </td>
              <td>
                <Money cents={row.balance.unformatted} mono />
              </td>
              <td>{row.has_payee ? 'Yes' : 'None yet'}</td>
              <td>
                <People row={row} onChanged={setRows} />
                {open === row.id ? (
                  <LinkForm
                    id={row.id}
                    onCancel={() => setOpen(undefined)}
                    onLinked={changed => {
                      setRows(changed)
                      setOpen(undefined)
                    }}
                  />
                ) : (
                  <button type="button" className={css.change} onClick={() => setOpen(row.id)}>
                    Link somebody<span className="visually-hidden"> to {row.name}</span>
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

type Changed = (rows: FilmmakerRow[]) => void

const People = ({ row, onChanged }: { row: FilmmakerRow; onChanged: Changed }) => {
  const toast = useToast()
  const [asked, setAsked] = useState<FilmmakerRow['people'][number]>()
  const [busy, setBusy] = useState(false)
  const unlink = async ({ id, email }: FilmmakerRow['people'][number]) => {
    setBusy(true)
    try {
      const { data } = await call(unlinkPerson, { params: { id: String(row.id), user_id: String(id) } })
      onChanged(data)
      toast(`${email} is unlinked from ${row.name}.`, { kind: 'success' })
    } catch (error) {
      toast(firstText(error, 'Something went wrong.'), { kind: 'danger' })
    } finally {
      setBusy(false)
      setAsked(undefined)
    }
  }
  return (
    <>
      {row.people.map(person => (
        <p key={person.id} className={css.person}>
          {person.email}
          <button type="button" className={css.change} onClick={() => setAsked(person)}>
            Unlink<span className="visually-hidden"> {person.email}</span>
          </button>
        </p>
      ))}
      <Suspense>
        {asked && (
          <ConfirmDialog
            open
            title={`Unlink from ${row.name}?`}
            confirm="Unlink"
            danger
            busy={busy && 'Unlinking…'}
            onConfirm={() => void unlink(asked)}
            onCancel={() => setAsked(undefined)}
          >
            {asked.email} no longer sees what {row.name} earns, and no longer sends footage for it. You can link them
            again.
          </ConfirmDialog>
        )}
      </Suspense>
    </>
  )
}

const LinkForm = ({ id, onLinked, onCancel }: { id: number; onLinked: Changed; onCancel: () => void }) => {
  const form = useForm({ resolver: checkedBy(LinkBody), defaultValues: { email: '' } })
  const { setFocus, formState } = form
  const { errors, isSubmitting } = formState
  useEffect(() => setFocus('email'), [setFocus])
  const link = form.handleSubmit(async body => {
    try {
      onLinked((await call(linkPerson, { params: { id: String(id) }, body })).data)
    } catch (error) {
      showRefusal(error, form, ['email'])
    }
  })
  return (
    <form className={css.form} method="post" noValidate onSubmit={link}>
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
