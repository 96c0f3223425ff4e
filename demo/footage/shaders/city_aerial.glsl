// city_aerial.glsl - flight over a night city. Block grid walked cell by cell, lit windows, traffic in the streets.
// @param float camH 4.4
// @param float speed 0.35
// @param float pitch -0.34
// @param float yaw 0.35
// @param float focal 1.35
// @param vec3 skyLow 0.12 0.085 0.075
// @param vec3 skyHigh 0.010 0.014 0.030
// @param vec3 street 1.0 0.55 0.22
// @param vec3 ambient 0.012 0.016 0.030
// @param vec3 office 0.80 0.92 1.0
// @param float lit 0.42
// @param float haze 1.0
// @param float topDown 0.0
float tall(vec2 id,vec4 r){
  float d=smoothstep(0.45,0.85,vnoise(id*0.085+3.0));
  return 0.22+0.45*r.x+d*(0.5+3.4*r.y*r.y*r.y);
}
vec3 facade(vec2 id,vec4 r,vec3 p,vec3 n,float h,float dist){
  // p relative to the block center; windows in stories and bays
  float u=abs(n.x)>0.5?p.z:p.x;float side=abs(n.x)>0.5?sign(n.x)*2.0+5.0:sign(n.z)+1.0;
  float lod=exp2(floor(max(0.0,log2(dist/6.0))));
  vec2 w=vec2(u*(26.0+10.0*r.z)+40.0,p.y*(24.0+8.0*r.w))/lod;vec2 wi=floor(w),f=w-wi;
  vec4 q=rndv4(wi+id*37.0+side*11.0);
  float office_=step(0.55,r.y);
  float flr=rnd2(vec2(wi.y,id.x*13.0+id.y*7.0+side));
  float on=office_>0.5?step(0.50,flr)*step(0.16,q.x)+step(1.0-lit*0.4,q.y):step(1.0-lit,q.x);
  on=min(on,1.0);if(lod>1.5)on=0.10+0.85*pow(q.x,3.0)*(0.4+1.2*r.x);
  // lights that switch during the shot
  on*=step(0.02,abs(fract(q.z*7.0+uTime*0.01)-0.5));
  float px=0.02*dist/lod;float m=smoothstep(0.10,0.10+0.12+px,f.x)*smoothstep(0.95,0.83-px,f.x)*smoothstep(0.16,0.30,f.y)*smoothstep(0.92,0.78,f.y);
  // towers with ribbon windows: bays join into bands of light
  if(office_>0.5)m=mix(m,smoothstep(0.22,0.34,f.y)*smoothstep(0.88,0.76,f.y)*(0.82+0.18*smoothstep(0.06,0.14,f.x)),step(0.35,r.z));
  if(lod>1.5)m=mix(m,0.5,0.7);
  vec3 c=office_>0.5?mix(office,vec3(1.0,0.90,0.72),step(0.6,r.z)):mix(vec3(1.0,0.60,0.26),vec3(1.0,0.80,0.52),q.w);
  if(q.w>0.965)c=vec3(0.4,0.6,1.0);
  float bay=rnd2(vec2(floor(wi.x/5.0)+side*7.0,wi.y+id.x*5.0));
  float b=(0.10+0.75*q.z*q.z)*(office_>0.5?0.25+0.85*bay*bay:0.62)*(0.55+0.45*flr);
  // dark glass takes the color of the sky dome, stone the light of the streets
  vec3 wall=ambient*(1.0+1.6*r.z)*(0.45+0.75*abs(n.z));wall+=mix(skyLow*0.16,skyHigh*0.8,sat(p.y*0.35))*(office_>0.5?0.62:0.25)*(0.6+0.4*n.x);
  float grd=exp(-p.y*3.2);
  wall+=street*0.085*grd*(0.4+0.6*r.w);
  float crown=smoothstep(h-0.045,h-0.02,p.y)*step(1.4,h)*step(0.6,r.x);
  wall+=mix(vec3(0.35,0.55,1.0),vec3(1.0,0.62,0.36),step(0.4,r.w))*crown*step(0.55,r.z)*0.5;
  return wall*(1.0-0.35*m*step(0.5,office_))+c*on*m*b*1.15;
}
vec3 ground(vec2 p,float dist){
  vec2 g=fract(p)-0.5,id=floor(p);
  vec2 e=0.5-abs(g); // distance to street center line
  float road=smoothstep(0.13,0.115,min(e.x,e.y));
  vec3 c=ambient*0.8;
  bool ns=e.x<e.y; // running along z
  float along=ns?p.y:p.x,across=ns?(g.x>0.0?g.x-1.0:g.x)+0.5:(g.y>0.0?g.y-1.0:g.y)+0.5;
  across=ns?(p.x-floor(p.x+0.5)):(p.y-floor(p.y+0.5));
  float line=floor((ns?p.x:p.y)+0.5);
  float major=step(0.62,rnd2(vec2(line*3.0+(ns?0.0:50.0),9.0)));
  // lamps
  float lp=abs(fract(along*4.0)-0.5)/4.0;float lx=abs(abs(across)-0.085);
  float lampk=exp(-(lp*lp+lx*lx)*900.0);
  c+=street*(0.12+0.10*major+0.75*lampk+0.18*major*exp(-across*across*180.0))*road*(0.35+0.65*smoothstep(0.2,0.6,vnoise(id*0.2+3.0))+0.3*major);
  // vehicles in two directions
  float px=0.010+dist*0.0016;
  for(int k=0;k<2;k++){
    float dir=k==0?1.0:-1.0;float lane=across-dir*0.032*(ns?1.0:-1.0);
    float sp=0.55+0.5*major;float u=along*5.5+dir*uTime*sp*1.9*-1.0;float ci=floor(u);vec2 r=rndv2(vec2(ci,line*17.0+float(k)*5.0+(ns?0.0:900.0)));
    float on=step(0.62-0.38*major,r.x);float f=(fract(u)-0.2-0.6*r.y)/5.5;
    float b=exp(-(f*f/(px*px*2.0)+lane*lane/(px*px)));
    vec3 vc=dir*1.0>0.0?vec3(1.0,0.06,0.03)*1.3:vec3(1.0,0.92,0.78)*1.6;
    c+=vc*on*b*2.6;
  }
  return c;
}
vec3 scene(vec2 fc){
  vec2 uv=screen(fc)+handheld(uTime*0.5,0.004);float t=uTime;
  vec3 ro=vec3(2.3+t*speed*sin(yaw)*1.0,camH+0.02*t,t*speed*cos(yaw));
  vec3 rd=lens(uv,yaw+0.02*t,pitch,0.0,focal);
  float hz0=exp(-abs(rd.y)*7.0);
  vec3 sky=mix(skyLow,skyHigh,1.0-exp(-max(rd.y,0.0)*5.5));
  float cl=fbm(rd.xz/(abs(rd.y)+0.12)*0.9+t*0.02,4);sky+=skyLow*0.30*smoothstep(0.45,0.8,cl)*smoothstep(0.0,0.2,rd.y);
  vec3 col=sky;float dist=90.0;float glowAcc=0.0;vec3 beacon=vec3(0.0);
  // enter the slab that holds the buildings
  float H=4.4;float t0=rd.y<0.0?max((H-ro.y)/rd.y,0.0):(ro.y<H?0.0:1e9);
  if(t0<80.0){
    vec3 p0=ro+rd*t0;vec2 cell=floor(p0.xz);vec2 dn=1.0/max(abs(rd.xz),vec2(1e-5));vec2 st=sign(rd.xz);
    vec2 side=(st*(cell-p0.xz)+st*0.5+0.5)*dn;float tc=t0;bool done=false;
    for(int i=0;i<70;i++){
      float tn=t0+min(side.x,side.y);
      vec4 r=rndv4(cell);float park=step(0.93,r.w);
      float h=tall(cell,r)*(1.0-park);
      vec2 half_=vec2(0.37)-0.10*r.zw*step(0.8,h);
      // up to two stacked boxes per block
      for(int b=0;b<2;b++){
        if(park>0.5)break;
        float hb=b==0?h*(h>1.2?0.72:1.0):h;vec2 hw=b==0?half_:half_*0.66;if(b==1&&h<=1.2)break;
        vec3 lo=vec3(cell.x+0.5-hw.x,-0.1,cell.y+0.5-hw.y),hi=vec3(cell.x+0.5+hw.x,hb,cell.y+0.5+hw.y);
        vec3 ta=(lo-ro)/rd,tb=(hi-ro)/rd,mn=min(ta,tb),mx=max(ta,tb);float tN=max(max(mn.x,mn.y),mn.z),tF=min(min(mx.x,mx.y),mx.z);
        if(tN<tF&&tN>0.0&&tN<dist){
          dist=tN;done=true;vec3 p=ro+rd*tN-vec3(cell.x+0.5,0.0,cell.y+0.5);
          if(tN==mn.y){
            col=ambient*(1.4+1.4*r.x)*(0.7+0.5*vnoise(p.xz*24.0));
            float edge=smoothstep(0.03,0.0,min(hw.x-abs(p.x),hw.y-abs(p.z)));col+=street*0.02*edge;
            vec2 u2=abs(p.xz-vec2(0.12*(r.y-0.5),0.1*(r.z-0.5)));col*=1.0-0.5*step(max(u2.x,u2.y),0.09);
            vec2 lp=p.xz-(r.zw-0.5)*hw;col+=vec3(1.0,0.75,0.45)*exp(-dot(lp,lp)*500.0)*step(0.55,r.x)*0.7;
          }else{vec3 n=tN==mn.x?vec3(-sign(rd.x),0.0,0.0):vec3(0.0,0.0,-sign(rd.z));col=facade(cell+float(b)*3.0,r,p,n,hb,tN);}
        }
      }
      // warning lamp on the tall ones
      if(h>2.7){vec3 bp=vec3(cell.x+0.5,h+0.10,cell.y+0.5);float k=dot(bp-ro,rd);if(k>0.0&&k<dist){vec3 d=ro+rd*k-bp;float s=0.00006*k*k+0.00016;beacon+=vec3(1.0,0.05,0.03)*exp(-dot(d,d)/s)*(0.35+0.65*smoothstep(0.2,0.9,sin(t*2.6+r.x*20.0)))*exp(-k*0.03);}}
      if(done&&dist<tn)break;
      float yEnd=ro.y+rd.y*tn;
      if(yEnd<0.0||tn>80.0)break;
      if(side.x<side.y){side.x+=dn.x;cell.x+=st.x;}else{side.y+=dn.y;cell.y+=st.y;}
    }
    if(rd.y<0.0){float tg=-ro.y/rd.y;if(tg<dist&&tg<78.0){dist=tg;vec3 p=ro+rd*tg;col=mix(ambient*0.8+street*0.05,ground(p.xz,tg),exp(-max(tg-14.0,0.0)*0.035));vec4 r=rndv4(floor(p.xz));if(r.w>0.93){vec2 g=abs(fract(p.xz)-0.5);float k=step(max(g.x,g.y),0.38);col=mix(col,ambient*0.5+vec3(0.004,0.010,0.004)+street*0.25*exp(-pow(length(fract(p.xz*5.0)-0.5)*5.0,2.0)),k);}}}
  }
  // light dome: haze thick near the ground
  float dd=min(dist,80.0);
  float fog=1.0-exp(-dd*0.020*haze);
  vec3 fogc=mix(skyLow*1.05,skyHigh,sat(rd.y*3.0))+street*0.020*exp(-abs(rd.y+0.1)*3.0);
  col=mix(col,fogc,dist<85.0?fog:0.0);
  float low=exp(-max((ro.y+rd.y*dd),0.0)*1.1);col+=street*0.030*low*haze*(1.0-exp(-dd*0.05));
  return col+beacon;
}
