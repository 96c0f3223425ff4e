import { useState } from 'react'
import { redirect } from 'react-router'

import { callForPage, pageMeta, getThrownStatus } from '#platform/http/page.ts'
import { useCall } from '#platform/http/query.ts'

import { CartSummary } from '../../cart-summary.tsx'
import { CartNotices } from '../../parts/cart-notices.tsx'
import { LicenseBlock } from '../../parts/license-block.tsx'
import { ReturnLink } from '../../return-link.tsx'
import { StepPage } from '../../step-page.tsx'
import { getRequest } from '../contract.ts'
import { RequestActions } from '../parts/request-actions.tsx'
import { RequestDetails } from '../parts/request-details.tsx'
import type { Route } from './+types/request'

export const handle = { footer: false }

const LIST_PATH = '/workspace/purchase-requests'

export const loader = async (args: Route.LoaderArgs) => {
  const input = { params: { id: args.params.requestId } }
  const reply = await callForPage(args, getRequest, input).catch((error: unknown) => {
    throw getThrownStatus(error) === 404 ? redirect(LIST_PATH) : error
  })
  return { input, reply }
}

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Purchase request', noindex: true })

export default function RequestPage({ loaderData: { input, reply } }: Route.ComponentProps) {
  const request = useCall(getRequest, input, { initial: reply }).data?.data ?? reply.data
  const [errorText, setErrorText] = useState<string>()
  const { cart } = request
  return (
    <StepPage
      title="Purchase request"
      action={<ReturnLink to={LIST_PATH}>All requests</ReturnLink>}
      line
      summary={
        <CartSummary
          cart={cart}
          isFixed
          error={errorText}
          action={<RequestActions request={request} onRefused={setErrorText} />}
        />
      }
    >
      <RequestDetails request={request} />
      {request.state === 'open' && <CartNotices cart={{ ...cart, state: 'paying' }} />}
      {cart.licenses.map((group, index) => (
        <LicenseBlock key={group.id} number={index + 1} group={group} />
      ))}
    </StepPage>
  )
}
