/** Decides when a page of results reloads its data. */
import type { ShouldRevalidateFunctionArgs } from 'react-router'

import { browsePath, parseBrowseQuery } from '#catalog/filters.ts'

/** Opening and closing the filter sheet reloads nothing. */
export const revalidateSearch = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) => {
  const toSearchKey = (url: URL) => browsePath({ ...parseBrowseQuery(url.searchParams), page: 1 })
  const hasChanged = currentUrl.pathname !== nextUrl.pathname || toSearchKey(currentUrl) !== toSearchKey(nextUrl)
  return (hasChanged || currentUrl.hash === nextUrl.hash) && defaultShouldRevalidate
}
