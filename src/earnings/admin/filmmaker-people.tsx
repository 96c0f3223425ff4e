/** The people who have access to a filmmaker's portal, and those who are invited. */
import { lazy, Suspense, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useRevalidator } from 'react-router'

import { useSession } from '#accounts/use-session.ts'
import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { toUserMessage } from '#platform/http/user-message.ts'
import { formatDateTime } from '#ui/admin/format-date.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import {
  InvitePersonBody,
  inviteToFilmmaker,
  removePerson,
  resendFilmmakerInvite,
  revokeFilmmakerInvite,
  type FilmmakerPeople as People,
} from './contract.ts'

import adminPage from '#ui/admin/admin-page.module.css'
import page from '#ui/admin/detail-page.module.css'
import css from './filmmaker-people.module.css'

const ReasonDialog = lazy(() => import('#ui/admin/reason-dialog.tsx').then(part => ({ default: part.ReasonDialog })))

type FilmmakerPeopleProps = People & { id: number; name: string }

export const FilmmakerPeople = ({ id, name, people, invites }: FilmmakerPeopleProps) => {
  const { revalidate } = useRevalidator()
  // A colleague decides about one's own access.
  const self = useSession()?.id
  const [removed, setRemoved] = useState<People['people'][number]>()
  return (
    <section aria-labelledby="people">
      <h2 id="people">People with access</h2>
      {people.length === 0 ? (
        <p className={page.none}>Nobody has access to the filmmaker’s dashboard, uploads and payouts yet.</p>
      ) : (
        <div className={adminPage.scroll}>
          <table className={adminPage.table}>
            <caption className="visually-hidden">People with access to {name}</caption>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Since</th>
                <th scope="col">Invited by</th>
                <th scope="col">
                  <span className="visually-hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {people.map(person => (
                <tr key={person.id}>
                  <td>
                    <Link to={`/admin/people/${person.id}`}>{person.name}</Link>
                    {person.name !== person.email && <span className={adminPage.under}>{person.email}</span>}
                  </td>
                  <td data-label="Since" className="mono">
                    {formatDateTime(person.linked_at)}
                  </td>
                  <td data-label="Invited by">{person.linked_by ?? 'Unknown'}</td>
                  <td className={css.actions}>
                    {person.id !== self && (
                      <Button
                        kind="quiet"
                        aria-label={`Remove access of ${person.name}`}
                        onClick={() => setRemoved(person)}
                      >
                        Remove access
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {invites.length > 0 && <InviteTable id={id} invites={invites} />}
      <InviteForm key={id} id={id} />
      <Suspense>
        {removed && (
          <ReasonDialog
            title={`Remove access of ${removed.name}`}
            what={`${removed.name} no longer sees what ${name} earns, and no longer uploads its footage. Payout details that this person entered are deleted.`}
            confirm="Remove access"
            busy="Removing…"
            danger
            onClose={() => setRemoved(undefined)}
            onConfirm={async reason => {
              await call(removePerson, { params: { id: String(id), user_id: String(removed.id) }, body: { reason } })
              await revalidate()
            }}
          />
        )}
      </Suspense>
    </section>
  )
}

const InviteTable = ({ id, invites }: Pick<FilmmakerPeopleProps, 'id' | 'invites'>) => {
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const run = async (action: () => Promise<unknown>, done: string) => {
    try {
      await action()
      toast(done, { kind: 'success' })
    } catch (error) {
      toast(toUserMessage(error, 'Something went wrong. Nothing was changed.'), { kind: 'danger' })
    }
    await revalidate()
  }
  return (
    <div className={adminPage.scroll}>
      <table className={adminPage.table}>
        <caption>Pending invites</caption>
        <thead>
          <tr>
            <th scope="col">Email</th>
            <th scope="col">Link works until</th>
            <th scope="col">Invited by</th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {invites.map(({ id: number, email, invited_by, expires_at, is_expired }) => {
            const params = { id: String(id), invite_id: String(number) }
            return (
              <tr key={number}>
                <td>{email}</td>
                <td data-label="Link works until" className="mono">
                  {is_expired ? <span className={adminPage.gone}>expired</span> : formatDateTime(expires_at)}
                </td>
                <td data-label="Invited by">{invited_by}</td>
                <td className={css.actions}>
                  <Button
                    kind="quiet"
                    aria-label={`Send again: the invite of ${email}`}
                    onClick={() =>
                      void run(() => call(resendFilmmakerInvite, { params }), `A new link is on its way to ${email}.`)
                    }
                  >
                    Send again
                  </Button>
                  <Button
                    kind="quiet"
                    aria-label={`Revoke the invite of ${email}`}
                    onClick={() =>
                      void run(() => call(revokeFilmmakerInvite, { params }), 'The invite no longer works.')
                    }
                  >
                    Revoke
                  </Button>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

const InviteForm = ({ id }: { id: number }) => {
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const form = useForm({ resolver: schemaResolver(InvitePersonBody), defaultValues: { email: '' } })
  const { errors, isSubmitting } = form.formState
  const send = form.handleSubmit(async body => {
    try {
      await call(inviteToFilmmaker, { params: { id: String(id) }, body })
      form.reset()
      await revalidate()
      toast(`An invite is on its way to ${body.email}.`, { kind: 'success' })
    } catch (error) {
      showRefusal(error, form, ['email'])
    }
  })
  return (
    <form className={css.form} method="post" noValidate onSubmit={send}>
      <TextField
        dense
        label="Invite by email"
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint="The mailed link works for seven days."
        {...form.register('email')}
        error={errors.email?.message}
      />
      {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      <Button type="submit" busy={isSubmitting && 'Sending…'}>
        Send the invite
      </Button>
    </form>
  )
}
