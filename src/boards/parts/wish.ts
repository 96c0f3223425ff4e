/** What a guest wished for before the login: it waits in this tab until they are back on the page where they pressed. */
const place = 'board_wish'

type Clip = { id: number; name: string }
type Wish = { clip: Clip; pathname: string }

export const keepWish = (wish: Wish): void => sessionStorage.setItem(place, JSON.stringify(wish))

/** The clip that was wished for on this page, once. */
export const takeWish = (pathname: string): Clip | undefined => {
  const kept = sessionStorage.getItem(place)
  if (!kept) return undefined
  const wish = JSON.parse(kept) as Wish
  if (wish.pathname !== pathname) return undefined
  sessionStorage.removeItem(place)
  return wish.clip
}
