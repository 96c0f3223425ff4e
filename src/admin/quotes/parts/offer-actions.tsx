/** What can be done about an offer as it is now: revised, taken back, given another link. */
import { lazy, Suspense, useState } from 'react'
import { useRevalidator } from 'react-router'

import { call } from '#platform/call.ts'
import { Refusal } from '#platform/refusal.ts'
import { renewOfferLink, revokeOffer, type StaffOfferDetail } from '#quotes/staff-contract.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'

import desk from '../../parts/desk.module.css'

const ReasonDialog = lazy(() => import('../../parts/reason-dialog.tsx').then(part => ({ default: part.ReasonDialog })))
const MadeLink = lazy(() => import('./made-link.tsx').then(part => ({ default: part.MadeLink })))

export const OfferActions = ({ offer: { number, kind, state } }: { offer: StaffOfferDetail }) => {
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const [isWithdrawing, setWithdrawing] = useState(false)
  const [busy, setBusy] = useState(false)
  const [made, setMade] = useState<{ number: string; link: string }>()
  const params = { number }
  const isOver = state === 'accepted' || state === 'paying' || state === 'revoked'
  if (isOver) return null
  const renew = async () => {
    setBusy(true)
    try {
      setMade((await call(renewOfferLink, { params })).data)
    } catch (error) {
      toast(error instanceof Refusal ? error.message : 'Something went wrong.', { kind: 'danger' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={desk.ways}>
      <ButtonLink to={`/admin/quotes/${number}/revise`}>Revise</ButtonLink>
      {kind === 'custom' && state !== 'declined' && (
        <Button busy={busy && 'Making…'} onClick={() => void renew()}>
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
            what={`Nobody can pay it from now on. ${kind === 'quote' ? 'Its workspace still sees that there was one.' : 'Its link says that it is no longer available.'}`}
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
        {made && (
          <MadeLink
            made={made}
            onClose={() => {
              setMade(undefined)
              void revalidate()
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
