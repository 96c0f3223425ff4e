import { useState } from 'react'
import { redirect } from 'react-router'

import { pageCall, pageMeta, thrownStatus } from '#platform/page.ts'
import { useCall } from '#platform/query.ts'

import { CartSummary } from '../../cart-summary.tsx'
import { CartNotices } from '../../parts/cart-notices.tsx'
import { LicenseBlock } from '../../parts/license-block.tsx'
import { ReturnLink } from '../../return-link.tsx'
import { StepPage } from '../../step-page.tsx'
import { getRequest } from '../contract.ts'
import { RequestActions } from '../parts/request-actions.tsx'
import { RequestStory } from '../parts/request-story.tsx'
import type { Route } from './+types/request'

export const handle = { footer: false }

const list = '/workspace/purchase-requests'

export const loader = async (args: Route.LoaderArgs) => {
  const input = { params: { id: args.params.requestId } }
  const reply = await pageCall(args, getRequest, input).catch((error: unknown) => {
    throw thrownStatus(error) === 404 ? redirect(list) : error
  })
  return { input, reply }
}

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Purchase request', noindex: true })

export default function Request({ loaderData: { input, reply } }: Route.ComponentProps) {
  const request = useCall(getRequest, input, { initial: reply }).data?.data ?? reply.data
  const [refusal, setRefusal] = useState<string>()
  const { cart } = request
  return (
    <StepPage
      title="Purchase request"
      action={<ReturnLink to={list}>All requests</ReturnLink>}
      line
      summary={
        <CartSummary
          cart={cart}
          isFixed
          error={refusal}
          action={<RequestActions request={request} onRefused={setRefusal} />}
        />
      }
    >
      <RequestStory request={request} />
      {request.state === 'open' && <CartNotices cart={{ ...cart, state: 'paying' }} />}
      {cart.licenses.map((group, place) => (
        <LicenseBlock key={group.id} number={place + 1} group={group} />
      ))}
    </StepPage>
  )
}
