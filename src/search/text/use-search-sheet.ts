/** On a phone the open search is an entry in the browser history: Back closes it before it leaves the page. */
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

const SHEET_HASH = '#searching'

export const useSearchSheet = () => {
  const navigate = useNavigate()
  const { hash, state, key } = useLocation()
  /** A press and the first letter may both open the sheet. */
  const enteredFromKey = useRef<string>(undefined)
  const isOpen = hash === SHEET_HASH
  useEffect(() => {
    if (isOpen) enteredFromKey.current = undefined
  }, [isOpen])
  return {
    isOpen,
    enter: () => {
      if (isOpen || enteredFromKey.current === key) return
      enteredFromKey.current = key
      // Uses the browser's address, because loading more results changes it without telling the router.
      const { pathname, search } = location
      void navigate({ pathname, search, hash: SHEET_HASH }, { state: { sheet: true }, preventScrollReset: true })
    },
    leave: () => {
      const { pathname, search } = location
      // A user who opened a link to the sheet has no entry of this page to go back to.
      if ((state as { sheet?: boolean } | null)?.sheet) void navigate(-1)
      else void navigate({ pathname, search }, { replace: true, preventScrollReset: true })
    },
  }
}
