import { expect, test } from 'vitest'

import { clearTrackingCookies } from './tracking-cookies.ts'

test('clears tracking cookies on the host and on each parent domain, and no other cookies', () => {
  const cookies = 'theme=dark; _ga=GA1.1; _ga_X1B2=GS1; registration_referral=film-club; _gallery=4'
  const domains = ['', '; domain=www.longtake.example', '; domain=longtake.example']
  expect(clearTrackingCookies(cookies, 'www.longtake.example')).toEqual(
    ['_ga', '_ga_X1B2', 'registration_referral'].flatMap(name =>
      domains.map(domain => `${name}=; path=/; max-age=0${domain}`),
    ),
  )
  expect(clearTrackingCookies('_ga=1', 'localhost')).toEqual(['_ga=; path=/; max-age=0'])
  expect(clearTrackingCookies('', 'localhost')).toEqual([])
})
