import sharp from 'sharp'
import { existsSync } from 'node:fs'
for (const n of process.argv.slice(2)) {
  const a=[[`/tmp/pl-${n}-390.png`,0],[`/tmp/pl-${n}-820.png`,400],[`/tmp/pl-${n}-1440.png`,1230]].filter(([f])=>existsSync(f))
  const parts=[];let h=0
  for(const [f,l] of a){const img=sharp(f);const m=await img.metadata();const buf=await (m.width===1440?img.resize(864):img).toBuffer();const mm=await sharp(buf).metadata();h=Math.max(h,mm.height);parts.push({input:buf,left:l,top:0})}
  await sharp({create:{width:2100,height:Math.min(h,1900),channels:3,background:'#888'}}).composite(await Promise.all(parts.map(async p=>({...p,input:await sharp(p.input).extract({left:0,top:0,width:(await sharp(p.input).metadata()).width,height:Math.min((await sharp(p.input).metadata()).height,1900)}).toBuffer()})))).png({palette:true}).toFile(`/tmp/mm-${n}.png`)
}
