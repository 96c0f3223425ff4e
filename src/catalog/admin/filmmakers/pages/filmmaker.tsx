/** A filmmaker: the public profile, the clips by state and the history. */
import { ArrowLeft } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate, useRevalidator, useSearchParams } from 'react-router'

import { AvatarField } from '#accounts/avatar-field.tsx'
import type { FilmmakerAccount } from '#earnings/admin/contract.ts'
import { FilmmakerPeople } from '#earnings/admin/filmmaker-people.tsx'
import { FilmmakerShares } from '#earnings/admin/filmmaker-shares.tsx'
import { FilmmakerTaxForms } from '#earnings/admin/filmmaker-tax-forms.tsx'
import { call } from '#platform/http/call.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { toUserMessage } from '#platform/http/user-message.ts'
import { uploadImage } from '#platform/images/upload.ts'
import { LogList } from '#ui/admin/audit-trail.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Money } from '#ui/money.tsx'
import { useToast } from '#ui/toast.tsx'

import { formatNumber } from '../../../counts.ts'
import { filmmakerPath } from '../../../paths.ts'
import { clipStateLabels, clipStates } from '../../../review.ts'
import {
  deleteStaffFilmmaker,
  getPortraitUpload,
  getStaffFilmmaker,
  savePortrait,
  type StaffFilmmaker,
} from '../contract.ts'
import { FilmmakerForm } from '../parts/filmmaker-form.tsx'
import type { Route } from './+types/filmmaker'

import adminPage from '#ui/admin/admin-page.module.css'
import page from '#ui/admin/detail-page.module.css'

const ConfirmDialog = lazy(() => import('#ui/confirm-dialog.tsx').then(part => ({ default: part.ConfirmDialog })))

export const meta = ({ loaderData, ...page }: Route.MetaArgs) =>
  pageMeta(page, { title: loaderData ? loaderData.name : 'Filmmaker', noindex: true })

export const loader = async (args: Route.LoaderArgs) =>
  (await callForPage(args, getStaffFilmmaker, { params: { id: args.params.id } })).data

export default function FilmmakerPage({ loaderData: filmmaker }: Route.ComponentProps) {
  const [searchParams] = useSearchParams()
  const { id, name, published_clips, account } = filmmaker
  return (
    <article className={page.person}>
      <Link to={{ pathname: '/admin/filmmakers', search: searchParams.toString() }} className={page.back}>
        <ArrowLeft aria-hidden />
        Filmmakers
      </Link>
      <header className={page.head}>
        <h1>{name}</h1>
        <p className="mono">#{id}</p>
        <p className={adminPage.ways}>
          {published_clips > 0 && (
            <ButtonLink to={filmmakerPath(filmmaker)} target="_blank">
              View in the shop
            </ButtonLink>
          )}
          {filmmaker.clips === 0 && <DeleteButton key={id} filmmaker={filmmaker} />}
        </p>
      </header>
      <ClipCounts filmmaker={filmmaker} />
      <section aria-labelledby="details">
        <h2 id="details">Details</h2>
        <FilmmakerForm key={id} filmmaker={filmmaker} />
      </section>
      <section aria-labelledby="portrait">
        <h2 id="portrait">Portrait</h2>
        <Portrait key={id} filmmaker={filmmaker} />
      </section>
      {account && (
        <>
          <FilmmakerPeople id={id} name={name} {...account} />
          <FilmmakerShares key={`share-${id}`} id={id} shares={account.shares} />
          <FilmmakerTaxForms key={`tax-${id}`} id={id} forms={account.tax_forms} state={account.tax_form} />
          <Earnings account={account} />
        </>
      )}
      <LogList rows={filmmaker.history} />
    </article>
  )
}

type FilmmakerProps = { filmmaker: StaffFilmmaker }

const ClipCounts = ({ filmmaker: { id, clips_by_state, shoots } }: FilmmakerProps) => (
  <dl className={page.facts} aria-label="Clips">
    {clipStates.map(state => (
      <div key={state}>
        <dt>{clipStateLabels[state]}</dt>
        <dd>
          {clips_by_state[state] === 0 ? (
            'No clips'
          ) : (
            <Link to={`/admin/catalog?filmmaker_id=${id}&state=${state}`}>
              {clips_by_state[state] === 1 ? '1 clip' : `${formatNumber(clips_by_state[state])} clips`}
            </Link>
          )}
        </dd>
      </div>
    ))}
    <div>
      <dt>Shoots</dt>
      <dd>{formatNumber(shoots)}</dd>
    </div>
  </dl>
)

const Portrait = ({ filmmaker: { id, name, avatar_url } }: FilmmakerProps) => {
  const { revalidate } = useRevalidator()
  const params = { id: String(id) }
  const save = async (avatar_public_id: string | null) => {
    await call(savePortrait, { params, body: { avatar_public_id } })
    await revalidate()
  }
  return (
    <AvatarField
      kind="person"
      name={name}
      url={avatar_url}
      onCropped={async picture => save(await uploadImage(picture, (await call(getPortraitUpload, { params })).data))}
      onRemove={() => save(null)}
    />
  )
}

const Earnings = ({ account: { earned, balance, has_payee } }: { account: FilmmakerAccount }) => (
  <section aria-labelledby="earnings">
    <h2 id="earnings">Earnings</h2>
    <dl className={page.facts}>
      <div>
        <dt>Earned</dt>
        <dd>
          <Money cents={earned.unformatted} mono />
        </dd>
      </div>
      <div>
        <dt>Balance</dt>
        <dd>
          <Money cents={balance.unformatted} mono />
        </dd>
      </div>
      <div>
        <dt>Payout details</dt>
        <dd>{has_payee ? 'Entered' : 'None yet'}</dd>
      </div>
      <div>
        <dt>Payouts</dt>
        <dd>
          <Link to="/admin/payouts">All payouts</Link>
        </dd>
      </div>
    </dl>
  </section>
)

const DeleteButton = ({ filmmaker: { id, name } }: FilmmakerProps) => {
  const navigate = useNavigate()
  const toast = useToast()
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    try {
      await call(deleteStaffFilmmaker, { params: { id: String(id) } })
      await navigate('/admin/filmmakers')
    } catch (error) {
      toast(toUserMessage(error, 'Something went wrong. Nothing was deleted.'), { kind: 'danger' })
      setOpen(false)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button kind="danger" onClick={() => setOpen(true)}>
        Delete
      </Button>
      <Suspense>
        {isOpen && (
          <ConfirmDialog
            open
            title={`Delete ${name}?`}
            confirm="Delete"
            danger
            busy={isBusy && 'Deleting…'}
            onConfirm={() => void remove()}
            onCancel={() => setOpen(false)}
          >
            It has no clips. Its empty shoots are deleted with it.
          </ConfirmDialog>
        )}
      </Suspense>
    </>
  )
}
