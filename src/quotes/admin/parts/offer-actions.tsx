/** The actions on an offer: revise it, withdraw it, or renew its link. */
import { lazy, Suspense, useState } from 'react'
import { useRevalidator } from 'react-router'

import { call } from '#platform/http/call.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'

import { renewOfferLink, revokeOffer, type StaffOfferDetail } from '../../staff-contract.ts'

import adminPage from '#ui/admin/admin-page.module.css'

const ReasonDialog = lazy(() => import('#ui/admin/reason-dialog.tsx').then(part => ({ default: part.ReasonDialog })))
const OfferLinkDialog = lazy(() => import('./offer-link-dialog.tsx').then(part => ({ default: part.OfferLinkDialog })))

export const OfferActions = ({ offer: { number, kind, state } }: { offer: StaffOfferDetail }) => {
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const [isWithdrawing, setWithdrawing] = useState(false)
  const [busy, setBusy] = useState(false)
  const [offerLink, setOfferLink] = useState<{ number: string; link: string }>()
  const params = { number }
  const isClosed = state === 'accepted' || state === 'paying' || state === 'revoked'
  if (isClosed) return null
  const renewLink = async () => {
    setBusy(true)
    try {
      setOfferLink((await call(renewOfferLink, { params })).data)
    } catch (error) {
      toast(error instanceof Refusal ? error.message : 'Something went wrong.', { kind: 'danger' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={adminPage.ways}>
      <ButtonLink to={`/admin/quotes/${number}/revise`}>Revise</ButtonLink>
      {kind === 'custom' && state !== 'declined' && (
        <Button busy={busy && 'Creating…'} onClick={() => void renewLink()}>
          New link
        </Button>
      )}
      <Button kind="danger" onClick={() => setWithdrawing(true)}>
        Withdraw
      </Button>
      <Suspense>
        {isWithdrawing && (
          <ReasonDialog
            title={`Withdraw ${number}`}
            what={`It can no longer be paid. ${kind === 'quote' ? 'Its workspace can still see that it existed.' : 'Its link says that it is no longer available.'}`}
            confirm="Withdraw"
            busy="Withdrawing…"
            danger
            onClose={() => setWithdrawing(false)}
            onConfirm={async reason => {
              await call(revokeOffer, { params, body: { reason } })
              await revalidate()
              toast(`${number} is withdrawn.`, { kind: 'success' })
            }}
          />
        )}
        {offerLink && (
          <OfferLinkDialog
            offerLink={offerLink}
            onClose={() => {
              setOfferLink(undefined)
              void revalidate()
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
