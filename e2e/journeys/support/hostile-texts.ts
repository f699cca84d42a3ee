/** Texts that would run a script or break the page if a page used them as markup or code. */
import type { Knex } from 'knex'
import { Review } from '#db/models/orders/review.ts'

export const IMAGE = '"><img src=x onerror=alert(1)>'
export const SCRIPT = '</script><script>alert(1)</script>'
export const PAYLOADS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'><svg/onload=alert(1)>",
  '</script><script>alert(1)</script>',
  '</title></style></textarea><script>alert(1)</script>',
  '--><script>alert(1)</script><!--',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<a href="javascript:alert(1)" autofocus onfocus=alert(1)>here</a>',
  '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
  '<math><mtext><style><img src onerror=alert(1)></style></mtext></math>',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<base href="https://evil.example/"><style>*{display:none}</style>',
  '&lt;script&gt;alert(1)&lt;/script&gt;&quot;onload=alert(1)',
  'javascript:alert(1)//',
  '{{constructor.constructor("alert(1)")()}}#{alert(1)}',
  "\\u003cscript\\u003ealert(1)\\x3c/script\\x3e';alert(1)//",
  ') /JS (app.alert(1)) /OpenAction << /S /JavaScript >>',
]

/** A package with such texts in all its fields, as an admin would save it. */
export const HOSTILE_PACKAGE = {
  name: `${IMAGE}${SCRIPT}`,
  price: 99,
  description: PAYLOADS.join('\n'),
  longDescription: PAYLOADS.join('\n\n'),
  category: 'Web Development',
  features: PAYLOADS,
  whatYouGet: PAYLOADS,
  whatYouDontGet: PAYLOADS,
  questions: PAYLOADS.map((question) => ({ question, required: true })),
}

export async function insertHostileReviews(db: Knex, packageId: number): Promise<void> {
  for (const payload of PAYLOADS) {
    await Review.query(db).insert({
      packageId,
      customerName: payload,
      customerRole: payload,
      customerCompany: payload,
      rating: 5,
      comment: `${payload} ${payload}`,
    })
  }
}
