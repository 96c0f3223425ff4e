/** On a phone the open search is a place in the browser's history: Back closes it, and only then the page behind it. */
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

const place = '#searching'

export const useSearchSheet = () => {
  const navigate = useNavigate()
  const { hash, state, key } = useLocation()
  /** A press and the first letter may both ask for it. */
  const entered_from = useRef<string>(undefined)
  const is_there = hash === place
  useEffect(() => {
    if (is_there) entered_from.current = undefined
  }, [is_there])
  return {
    is_there,
    enter: () => {
      if (is_there || entered_from.current === key) return
      entered_from.current = key
      // The address itself, because results that add up count there without telling the router.
      const { pathname, search } = location
      void navigate({ pathname, search, hash: place }, { state: { sheet: true }, preventScrollReset: true })
    },
    leave: () => {
      const { pathname, search } = location
      // Who came by a link to the open sheet has nothing of this page behind it.
      if ((state as { sheet?: boolean } | null)?.sheet) void navigate(-1)
      else void navigate({ pathname, search }, { replace: true, preventScrollReset: true })
    },
  }
}
