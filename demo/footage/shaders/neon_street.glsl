// neon_street.glsl - a lane of neon signs, mirrored in wet asphalt with rain rings.
// @param vec3 colA 1.0 0.10 0.50
// @param vec3 colB 0.05 0.75 1.0
// @param vec3 colC 0.62 0.20 1.0
// @param vec3 colD 1.0 0.55 0.12
// @param vec3 air 0.020 0.014 0.040
// @param float rain 1.0
// @param float dolly 0.22
// @param float horizon 0.02
// @param float narrow 1.0
float seg(vec2 p,vec2 a,vec2 b){vec2 d=b-a,q=p-a;float k=sat(dot(q,d)/dot(d,d));return length(q-d*k);}
vec3 pick(float r){return r<0.32?colA:(r<0.60?colB:(r<0.80?colC:colD));}
// p in sign space (-1..1 wide, -a..a tall): tube outline plus invented strokes
float tubes(vec2 p,float a,vec4 r){
  vec2 q=abs(p)-vec2(0.92,a-0.08)+0.16;float frame=abs(length(max(q,0.0))+min(max(q.x,q.y),0.0)-0.16);
  float d=r.z<0.7?frame:9.0;
  float n=max(1.0,floor(a/0.8+0.5));float cy=(p.y/a*0.5+0.5)*n;float ci=clamp(floor(cy),0.0,n-1.0);vec2 g=vec2(p.x,(cy-ci-0.5)*2.0*a/n);
  for(int i=0;i<4;i++){vec4 k=rndv4(vec2(ci*4.0+float(i),r.w*613.0));vec2 u=(floor(k.xy*3.0)-1.0)*vec2(0.50,0.52),v=(floor(k.zw*3.0)-1.0)*vec2(0.50,0.52);if(i<2){if(k.x>0.5)v.x=u.x;else v.y=u.y;v+=vec2(0.001);if(dot(u-v,u-v)<0.01)v.x+=0.5;}d=min(d,seg(g,u,v));}
  return d;
}
vec3 emis(vec2 uv,float blur){
  vec3 c=air*(0.6+1.8*exp(-abs(uv.y-horizon)*4.0)*exp(-abs(uv.x)*2.2));
  float cz=uTime*dolly;
  // facades: dim lit windows on both sides, converging
  float w=0.95*narrow;float z=w/max(abs(uv.x),0.012)*0.62;
  if(z<16.0){float y=(uv.y-horizon)*z;vec2 q=vec2((z+cz)*2.1,y*2.6+(uv.x>0.0?17.0:0.0));vec2 id=floor(q),f=q-id;vec4 r=rndv4(id);
    float s=0.06+blur*z*1.4;float m=smoothstep(0.10-s,0.10+s,f.x)*smoothstep(0.90+s,0.90-s,f.x)*smoothstep(0.16-s,0.16+s,f.y)*smoothstep(0.84+s,0.84-s,f.y);
    float up=step(-0.5,y)*exp(-max(y-2.4,0.0)*0.6);
    c+=mix(vec3(1.0,0.62,0.30),vec3(0.55,0.75,1.0),step(0.75,r.y))*step(0.66,r.x)*m*(0.03+0.13*r.z)*up*exp(-z*0.16);
    c+=air*0.5*up*(0.5+vnoise(q*1.7))*exp(-z*0.12);
    float shop=exp(-pow((y+0.16)*4.2,2.0))*step(0.35,rnd2(vec2(floor(q.x*0.5),uv.x>0.0?3.0:8.0)));vec3 sc=mix(vec3(1.0,0.75,0.48),pick(rnd2(vec2(floor(q.x*0.5),31.0))),0.45);
    c+=sc*shop*0.20*exp(-z*0.17)*(0.55+0.6*vnoise(vec2(q.x*6.0,y*8.0)));}
  for(int i=0;i<22;i++){
    float fi=float(i);vec4 r=rndv4(vec2(fi,3.0)),r2=rndv4(vec2(fi,4.0));
    float zz=0.85+mod(fi*0.62+0.2*r.x-cz,13.6);
    float fade=smoothstep(0.85,1.2,zz)*smoothstep(14.4,9.5,zz);
    float sd=mod(fi,2.0)<0.5?-1.0:1.0;
    float hw=0.085+0.10*r.y,a=r.z<0.55?1.6+1.6*r2.x:0.5+0.3*r2.x;
    vec2 ctr=vec2(sd*(w*0.62-hw*1.15),0.10+0.62*r2.y)/zz;ctr.y+=horizon;
    vec2 p=(uv-ctr)/(hw/zz)*vec2(1.0,1.0);
    vec2 bb=abs(p)-vec2(1.0,a);float box=length(max(bb,0.0))+min(max(bb.x,bb.y),0.0);
    vec3 k=pick(r2.z),k2=pick(fract(r2.z+0.37));
    float fl=1.0-0.65*step(0.86,noise1(uTime*9.0+fi*31.0))*step(0.75,r2.w);
    float g=exp(-max(box,0.0)*1.7)*0.20+exp(-max(box,0.0)*0.50)*0.045;
    vec3 add=k*g;
    if(blur>0.0){float bl=0.25+blur*4.0;add+=mix(k,k2,0.25)*0.34*smoothstep(bl,-bl,box);}
    else if(box<0.35){
      float d=tubes(p,a,r);float th=0.045+blur*zz*2.5/hw*0.18;
      add+=mix(k,vec3(1.0),0.30)*exp(-d*d/(th*th))*1.35*min(1.0,0.07/th)+k2*0.10*smoothstep(0.1,-0.1,box)+k*exp(-d*5.0)*0.30;
    }
    c+=add*fl*fade*(1.6/(0.75+0.20*zz));
  }
  // far end of the lane: soft traffic lights
  for(int i=0;i<8;i++){vec4 r=rndv4(vec2(float(i),77.0));vec2 q=vec2((r.x-0.5)*0.11,horizon-0.012+0.02*r.y);float R=0.007+0.006*r.z+blur*0.3;vec2 d=uv-q;c+=(r.w<0.5?vec3(1.0,0.85,0.62):vec3(1.0,0.10,0.06))*smoothstep(R,R*0.8,length(d))*0.8*(0.6+0.4*sin(uTime*0.9+r.x*9.0));}
  return c;
}
vec3 rings(vec2 p,float t){ // slope of rain rings on the plane
  vec2 s=vec2(0.0);
  for(int l=0;l<2;l++){vec2 q=p*(1.0+0.7*float(l))+float(l)*5.5,id=floor(q),f=q-id;
    for(int y=-1;y<=1;y++)for(int x=-1;x<=1;x++){vec2 o=vec2(float(x),float(y));vec3 r=rndv3(id+o+float(l)*91.0);float u=fract(t*(0.9+0.5*r.z)+r.x*7.0+r.y*3.0);float gen=floor(t*(0.9+0.5*r.z)+r.x*7.0+r.y*3.0);vec2 c=o+0.2+0.6*rndv2(id+o+gen*3.0);
      vec2 d=f-c;float l2=length(d);float R=u*0.62;float k=exp(-pow((l2-R)*16.0,2.0))*(1.0-u)*(1.0-u);s+=d/(l2+1e-3)*k*sin((l2-R)*42.0);}}
  return vec3(s,0.0);
}
vec3 scene(vec2 fc){
  float t=uTime;vec2 uv=screen(fc)+handheld(t*0.7,0.006);
  vec3 col;
  if(uv.y>horizon-0.055){col=emis(uv,0.0);}
  else col=vec3(0.0);
  float d=horizon-uv.y;
  float gk=smoothstep(0.050,0.060,d);
  if(d>0.045){
    vec2 p=vec2(uv.x/d,0.62/d+t*dolly*1.0);
    float pud=smoothstep(0.40,0.58,fbm(p*vec2(1.1,0.9)+3.0,4));
    vec3 n=vnoiseD(p*5.0),n2=vnoiseD(p*14.0+7.0),n3=vnoiseD(p*38.0);
    vec2 rough=(n.yz*0.35+n2.yz*0.5+n3.yz*0.45)*(1.0-pud*0.93);
    vec2 rg=rings(p*1.15,t).xy*rain*(0.25+0.75*pud);
    vec2 off=rough*0.020+rg*0.055+0.004*pud*vnoiseD(p*2.0+t*0.8).yz;
    vec3 acc=vec3(0.0);float ws=0.0;float spread=mix(0.30,0.05,pud)*(0.3+d);
    float j=rnd2(fc);
    for(int i=0;i<6;i++){float u=(float(i)+j)/6.0;float w=1.0-0.6*u;vec2 q=vec2(uv.x+off.x*(0.6+d*1.6)*0.9,horizon+d*(0.98)+off.y*(0.5+d)*1.3+(u-0.32)*spread);q.y=max(q.y,horizon-0.01);acc+=emis(q,0.020+0.03*(1.0-pud))*w;ws+=w;}
    acc/=ws;
    float fr=mix(0.55,0.92,pud)*(0.35+0.65*exp(-d*1.3));
    vec3 asph=air*0.22*(0.4+0.9*fbm(p*26.0,3));
    vec3 g=asph+acc*fr*(0.80+0.35*n2.x*(1.0-pud));
    col=mix(col,g,gk);
    float curb=smoothstep(0.006,0.0,abs(abs(uv.x)-d*1.55*narrow))*0.25;col+=acc*curb;
  }
  // falling rain caught by the light
  if(rain>0.0){vec3 rl=0.022+0.05*mix(colA,colB,smoothstep(-0.4,0.4,uv.x))*exp(-abs(uv.x)*1.6);for(int l=0;l<3;l++){float fl=float(l);vec2 q=vec2(uv.x*(26.0+16.0*fl)+uv.y*1.6,uv.y*(1.5+0.5*fl)+t*(6.5-1.2*fl));vec2 id=floor(q);vec3 r=rndv3(id+fl*41.0);vec2 f=q-id;
    float k=step(0.72,r.z)*exp(-pow((f.x-0.2-0.6*r.x)*9.0,2.0))*smoothstep(0.0,0.2,f.y)*smoothstep(0.55,0.25,f.y);col+=k*rain*rl*(0.9-0.22*fl);}}
  return col;
}
