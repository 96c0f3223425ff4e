/** A filmmaker's share of each license: now, planned and in the past. */
import { lazy, Suspense, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import * as z from 'zod/mini'

import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { toUserMessage } from '#platform/http/user-message.ts'
import { optionalText } from '#platform/text.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { planShare, withdrawShare, type FilmmakerShares as Shares } from './contract.ts'

import adminPage from '#ui/admin/admin-page.module.css'
import css from './filmmaker-people.module.css'

const ConfirmDialog = lazy(() => import('#ui/confirm-dialog.tsx').then(part => ({ default: part.ConfirmDialog })))

const formatPercent = (basis_points: number) => `${(basis_points / 100).toLocaleString('en-US')}%`

type FilmmakerSharesProps = { id: number; shares: Shares }

export const FilmmakerShares = ({ id, shares }: FilmmakerSharesProps) => {
  const { basis_points, standard_basis_points, versions } = shares
  const standard = formatPercent(standard_basis_points)
  return (
    <section aria-labelledby="share" className={css.section}>
      <h2 id="share">Share</h2>
      <p>
        {`${formatPercent(basis_points)} of each license, after discounts and before tax, goes to the filmmaker. `}
        <span className={adminPage.soft}>The standard share is {standard}.</span>
      </p>
      {versions.length > 0 && <ShareTable id={id} shares={shares} />}
      <ShareForm id={id} last_id={shares.last_id} standard={standard} />
    </section>
  )
}

const stateLabels = { planned: 'Planned', current: 'In force', past: 'Past' } as const

const ShareTable = ({ id, shares: { versions, last_id } }: FilmmakerSharesProps) => {
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const [withdrawn, setWithdrawn] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const withdraw = async (starts_on: string) => {
    setBusy(true)
    try {
      await call(withdrawShare, { params: { id: String(id), starts_on }, body: { last_id } })
      toast('The planned share is taken back.', { kind: 'success' })
    } catch (error) {
      toast(toUserMessage(error, 'Something went wrong. Nothing was changed.'), { kind: 'danger' })
    }
    await revalidate()
    setBusy(false)
    setWithdrawn(undefined)
  }
  return (
    <div className={adminPage.scroll}>
      <table className={adminPage.table}>
        <caption className="visually-hidden">Shares</caption>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">Share</th>
            <th scope="col">State</th>
            <th scope="col">Set by</th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {versions.map(version => (
            <tr key={version.starts_on}>
              <td className="mono">{version.starts_on}</td>
              <td data-label="Share">
                {version.basis_points === null ? 'Standard' : formatPercent(version.basis_points)}
              </td>
              <td data-label="State">{stateLabels[version.state]}</td>
              <td data-label="Set by">{version.set_by}</td>
              <td>
                {version.state === 'planned' && (
                  <Button
                    kind="quiet"
                    aria-label={`Take back the share from ${version.starts_on}`}
                    onClick={() => setWithdrawn(version.starts_on)}
                  >
                    Take back
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Suspense>
        {withdrawn && (
          <ConfirmDialog
            open
            title={`Take back the share from ${withdrawn}?`}
            confirm="Take back"
            busy={isBusy && 'Saving…'}
            onConfirm={() => void withdraw(withdrawn)}
            onCancel={() => setWithdrawn(undefined)}
          >
            The share before it then stays in force.
          </ConfirmDialog>
        )}
      </Suspense>
    </div>
  )
}

const PERCENT = /^\d{1,3}(?:\.\d{1,2})?$/

const ShareFields = z.object({
  percent: z.string().check(
    z.trim(),
    z.refine(
      text => text === '' || (PERCENT.test(text) && Number(text) <= 100),
      'Enter a percentage from 0 to 100, such as 62.5.',
    ),
  ),
  starts_on: z.string().check(z.minLength(1, 'Choose a day.')),
  reason: optionalText('Note', 500),
})

type ShareFormProps = { id: number; last_id: number; standard: string }

const ShareForm = ({ id, last_id, standard }: ShareFormProps) => {
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const form = useForm({
    resolver: schemaResolver(ShareFields),
    defaultValues: { percent: '', starts_on: '', reason: '' },
  })
  const { errors, isSubmitting } = form.formState
  const save = form.handleSubmit(async ({ percent, starts_on, reason }) => {
    const basis_points = percent === '' ? null : Math.round(Number(percent) * 100)
    try {
      await call(planShare, { params: { id: String(id) }, body: { basis_points, starts_on, last_id, reason } })
      form.reset()
      await revalidate()
      toast(`The share is planned from ${starts_on}.`, { kind: 'success' })
    } catch (error) {
      showRefusal(error, form, ['starts_on', 'reason'])
      if (error instanceof Refusal && error.status === 409) await revalidate()
    }
  })
  return (
    <form className={adminPage.form} method="post" noValidate onSubmit={save}>
      <div className={adminPage.fields}>
        <TextField
          dense
          label="New share in percent"
          inputMode="decimal"
          autoComplete="off"
          hint={`Leave it empty for the standard share, ${standard}.`}
          {...form.register('percent')}
          error={errors.percent?.message}
        />
        <TextField
          dense
          label="From"
          type="date"
          hint="A day begins at midnight UTC. Sales before it keep their share."
          {...form.register('starts_on')}
          error={errors.starts_on?.message}
        />
        <TextField
          dense
          label="Note"
          optional
          maxLength={500}
          hint="For the audit log."
          {...form.register('reason')}
          error={errors.reason?.message}
        />
      </div>
      {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      <p className={adminPage.end}>
        <Button type="submit" busy={isSubmitting && 'Saving…'}>
          Plan the share
        </Button>
      </p>
    </form>
  )
}
