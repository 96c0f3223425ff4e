import { expect, test } from 'vitest'

import { clearedTracking } from './tracking-cookies.ts'

test('the end of a masquerade clears tracking cookies on the host and on each parent domain, and no others', () => {
  const cookies = 'theme=dark; _ga=GA1.1; _ga_X1B2=GS1; registration_referral=film-club; _gallery=4'
  const end = ['', '; domain=www.longtake.example', '; domain=longtake.example']
  expect(clearedTracking(cookies, 'www.longtake.example')).toEqual(
    ['_ga', '_ga_X1B2', 'registration_referral'].flatMap(name => end.map(part => `${name}=; path=/; max-age=0${part}`)),
  )
  expect(clearedTracking('_ga=1', 'localhost')).toEqual(['_ga=; path=/; max-age=0'])
  expect(clearedTracking('', 'localhost')).toEqual([])
})
