/** Switches to another workspace and refetches everything. */
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate, useRevalidator } from 'react-router'

import { call } from '#platform/http/call.ts'
import { setCallData } from '#platform/http/query.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { useToast } from '#ui/toast.tsx'
import { getCurrentWorkspace, switchWorkspace } from '#workspaces/contract.ts'

export const useSwitchWorkspace = () => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { revalidate } = useRevalidator()
  const toast = useToast()
  return async (workspace: number): Promise<void> => {
    try {
      const reply = await call(switchWorkspace, { body: { workspace } })
      setCallData(client, getCurrentWorkspace, {}, reply)
      toast(`You now work in ${reply.data.name}.`)
    } catch (error) {
      toast(error instanceof Refusal ? error.message : 'Something went wrong.', { kind: 'danger' })
      return
    }
    void client.invalidateQueries()
    // Lists of a workspace restart at page 1, because the other workspace may have fewer pages.
    if (/^\/workspace(\/|$)/.test(pathname)) await navigate(`${pathname}?page=1`)
    else await revalidate()
  }
}
